# SPDX-License-Identifier: Apache-2.0
"""Debian packages laid into a folder, without the scripts that an installation runs."""
import os
import subprocess


def relative_links(folder):
    """Links to absolute names would lead into this machine."""
    for path in folder.rglob("*"):
        if path.is_symlink() and os.readlink(path).startswith("/"):
            target = folder / os.readlink(path).lstrip("/")
            path.unlink()
            path.symlink_to(os.path.relpath(target, path.parent))


def unpack(archive, folder):
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE) as files:
        subprocess.run(["tar", "-x", "-p", "--keep-directory-symlink", "--no-same-owner", "-C", folder], stdin=files.stdout, check=True)
    if files.returncode != 0:
        raise SystemExit(f"{archive.name} cannot be unpacked")


def lay_out(archives, folder):
    for name in ("bin", "lib", "sbin"):  # as every Debian has them since 12
        (folder / "usr" / name).mkdir(parents=True)
        (folder / name).symlink_to(f"usr/{name}")
    for archive in archives:
        unpack(archive, folder)
    relative_links(folder)
