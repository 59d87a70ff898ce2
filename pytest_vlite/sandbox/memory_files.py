"""Input and output by way of memory, for programs that open `/dev/stdin` and the like by name.

A descriptor that was handed over can be used, but its file cannot be opened again through
`/proc/self/fd` by a user who may not open it, or where Landlock closes the place it lies in. A file
that lies nowhere and is everybody's can.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import BinaryIO

_CHUNK_BYTES = 1 << 20


@contextmanager
def files_in_memory(
    source: int, outputs: tuple[BinaryIO, ...]
) -> Iterator[tuple[int, tuple[BinaryIO, ...]]]:
    """A copy of what `source` (a descriptor) has from its position on, and empty files in place of
    `outputs`, whose content is written to them, at their positions, at the end."""
    with ExitStack() as stack:
        copy = stack.enter_context(_file("stdin"))
        if _copied(source, copy.fileno()):
            copy.seek(0)
        written = tuple(stack.enter_context(_file("output")) for _ in outputs)
        yield copy.fileno(), written
        for file, output in zip(written, outputs, strict=True):
            output.flush()
            # Whoever wrote there may have left the position anywhere.
            os.lseek(file.fileno(), 0, os.SEEK_SET)
            _copied(file.fileno(), output.fileno())


def _file(name: str) -> BinaryIO:
    # Not to be sealed, by which a program could keep others from writing.
    return os.fdopen(os.memfd_create(f"vlite-{name}", os.MFD_CLOEXEC), "w+b", buffering=0)


def _copied(source: int, target: int) -> int:
    """Copy to the end of `source`; how many bytes that were."""
    total = 0
    while chunk := os.read(source, _CHUNK_BYTES):
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(target, rest) :]
        total += len(chunk)
    return total
