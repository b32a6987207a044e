# SPDX-License-Identifier: Apache-2.0
"""The archive that a kernel starts from (cpio, "newc"): busybox, a script, and modules in their order."""
import gzip
import lzma
import pathlib

FOLDER, PROGRAM, FILE = 0o040755, 0o100755, 0o100644


def entry(name, mode, data=b""):
    head = "070701" + "".join(f"{number:08X}" for number in (
        0, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0))
    return padded(head.encode() + name.encode() + b"\0") + padded(data)


def padded(text):
    return text + b"\0" * (-len(text) % 4)


def module(path):
    """As the kernel takes it by itself, uncompressed."""
    data = path.read_bytes()
    return {".xz": lzma.decompress, ".gz": gzip.decompress}.get(path.suffix, bytes)(data)


def write(archive: pathlib.Path, busybox, script, modules):
    parts = [entry(name, FOLDER) for name in ("bin", "dev", "modules", "proc", "root")]
    parts += [entry("bin/busybox", PROGRAM, busybox.read_bytes()), entry("init", PROGRAM, script.read_bytes())]
    parts += [entry(f"modules/{number:02}.ko", FILE, module(path)) for number, path in enumerate(modules)]
    archive.write_bytes(gzip.compress(b"".join([*parts, entry("TRAILER!!!", 0)]), 1))
