# SPDX-License-Identifier: Apache-2.0
"""apt with lists, a cache and an architecture of its own, in a folder: the machine's are read and never changed.

Where packages come from is what the machine itself says, so nothing here names a registry; apt checks
signatures as ever. No rights are needed.
"""
import pathlib
import re
import subprocess

ETC = pathlib.Path("/etc/apt")
NOT_HAD = 75  # exit status of who needs packages that cannot be had here (EX_TEMPFAIL)


class NotHad(Exception):
    """No registry, or none that has these packages."""


def read(paths):
    return [path.read_text(encoding="utf-8") for path in paths if path.is_file()]


def one_line_sources(text, kind):
    """deb and deb-src lines as KIND, without the architectures that the machine limits them to."""
    lines = (line for line in text.splitlines() if re.match(r"deb(-src)?\s", line))
    lines = (re.sub(r"\barch=\S*?(?=[\s\]])", "", line) for line in lines)
    return sorted({re.sub(r"^deb(-src)?\s+(\[\s*\]\s*)?", f"{kind} ", line) for line in lines})


def stanza_sources(text, kind):
    stanzas = (one for one in re.split(r"\n\s*\n", text) if re.search(r"(?m)^Types:", one))
    stanzas = (re.sub(r"(?m)^Architectures:.*\n?", "", one) for one in stanzas)
    return [re.sub(r"(?m)^Types:.*$", f"Types: {kind}", one) for one in stanzas]


class Apt:
    """KIND is deb or deb-src. With an ARCHITECTURE nothing counts as installed: all that is needed is fetched."""

    def __init__(self, folder, kind, architecture=""):
        self.folder = folder.resolve()
        parts = self.folder / "sources.d"
        for path in (parts, self.folder / "lists" / "partial", self.folder / "archives" / "partial"):
            path.mkdir(parents=True, exist_ok=True)
        self.write_sources(parts, kind)
        self.words = ["apt-get", "-q", "-y", "-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={parts}",
                      "-o", f"Dir::State={self.folder}", "-o", f"Dir::Cache={self.folder}", "-o", f"Dir::Log={self.folder}",
                      "-o", f"Dir::State::lists={self.folder / 'lists'}", "-o", "APT::Sandbox::User=", "-o", "Debug::NoLocking=1"]
        if architecture:
            (self.folder / "status").touch()
            self.words += ["-o", f"APT::Architecture={architecture}", "-o", f"APT::Architectures={architecture}",
                           "-o", f"Dir::State::status={self.folder / 'status'}"]
        self.run("update")

    @staticmethod
    def write_sources(parts, kind):
        lines = one_line_sources("\n".join(read([ETC / "sources.list", *sorted((ETC / "sources.list.d").glob("*.list"))])), kind)
        stanzas = stanza_sources("\n\n".join(read(sorted((ETC / "sources.list.d").glob("*.sources")))), kind)
        (parts / "own.list").write_text("\n".join([*lines, ""]), encoding="utf-8")
        (parts / "own.sources").write_text("\n\n".join(stanzas), encoding="utf-8")

    def run(self, *words, cwd=None):
        done = subprocess.run([*self.words, *words], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        if done.returncode != 0:
            raise NotHad(f"apt-get {' '.join(words)} failed:\n{done.stdout[-2000:]}")

    def source(self, name, folder):
        """The files of Debian's source package NAME, unpacked by nobody."""
        folder.mkdir(parents=True, exist_ok=True)
        self.run("source", "--download-only", name, cwd=folder)

    def packages(self, names):
        """NAMES and all that they depend on, as .deb files."""
        self.run("install", "--download-only", "--no-install-recommends", *names)
        return sorted((self.folder / "archives").glob("*.deb"))

    def download(self, name, folder):
        """The .deb of NAME alone, in FOLDER, which has no other."""
        folder.mkdir(parents=True)
        self.run("download", name, cwd=folder)
        return next(folder.glob("*.deb"))
