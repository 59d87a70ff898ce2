"""The loop that turns seeds into accepted variants, whoever proposes them."""
