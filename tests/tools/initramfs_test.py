# SPDX-License-Identifier: Apache-2.0
"""The archive that integration/lib/initramfs.py gives a kernel to start from."""
import gzip
import lzma
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "integration" / "lib"))
import initramfs  # noqa: E402


def entries(text):
    """(name, mode, data) of each, as the kernel reads them: all begins at a multiple of four."""
    found, at = [], 0
    while not found or found[-1][0] != "TRAILER!!!":
        fields = [int(text[at + 6 + 8 * number:at + 14 + 8 * number], 16) for number in range(13)]
        name_at = at + 110
        data_at = -(-(name_at + fields[11]) // 4) * 4
        found.append((text[name_at:name_at + fields[11] - 1].decode(), fields[1], text[data_at:data_at + fields[6]]))
        at = -(-(data_at + fields[6]) // 4) * 4
    return found


class Archive(unittest.TestCase):
    def test_it_has_the_script_the_shell_and_the_modules_in_their_order(self):
        with tempfile.TemporaryDirectory() as folder:
            room = pathlib.Path(folder)
            for name, text in (("shell", b"shell"), ("script", b"#!x"), ("b.ko", b"first"), ("a.ko.xz", lzma.compress(b"second"))):
                (room / name).write_bytes(text)
            initramfs.write(room / "archive", room / "shell", room / "script", [room / "b.ko", room / "a.ko.xz"])
            found = entries(gzip.decompress((room / "archive").read_bytes()))
        self.assertIn(("init", 0o100755, b"#!x"), found)
        self.assertIn(("bin/busybox", 0o100755, b"shell"), found)
        self.assertEqual([data for name, _, data in found if name.endswith(".ko")], [b"first", b"second"])
        self.assertIn(("proc", 0o040755, b""), found)


if __name__ == "__main__":
    unittest.main()
