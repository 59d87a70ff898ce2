"""Placements of one-colored rows and columns to which no chip can be added."""


def generate(rng):
    rows, columns = rng.integer(1, 12), rng.integer(1, 12)
    return {
        "rows": rows,
        "columns": columns,
        "white": rng.integer(rows * columns, 200),
        "black": rng.integer(rows * columns, 200),
    }


def verify(assignment):
    rows, columns = assignment["rows"], assignment["columns"]
    if min(assignment["white"], assignment["black"]) < rows * columns:
        raise ValueError("the chips may run out")
    # A cell is filled where its row's color is its column's. With both colors among the rows and
    # among the columns, every line holds a chip, which fixes its color, and no cell can be added.
    # With one color among the rows, lines of the other color would be empty and could be filled, so
    # all lines have it: the two full grids.
    return (2**rows - 2) * (2**columns - 2) + 2
