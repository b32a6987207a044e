# SPDX-License-Identifier: Apache-2.0
"""The workloads of compare.py, by name. Each prepares a folder, and is one command in it."""
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
EVERYBODY = ("bare", "guard", "floor", "strace", "bwrap")


class Workload:
    """A command in a folder, timed as a whole; compared by its ratio to the bare run."""
    measure = "ratio"
    must = None
    aim = None
    slack = 0  # seconds by which bare runs may differ besides, where a difference is what counts
    sides = EVERYBODY
    on_tmpfs = False
    # Every run has a folder of its own, which stays until all are done: ext4 gives no inode away again for
    # minutes after its file was deleted, and looks at each such one whenever a file is made.
    keeps_rooms = False

    def __init__(self, name, must, aim):
        self.name, self.must, self.aim = name, must, aim

    def room(self, folder):
        shared = "/dev/shm"
        return tempfile.TemporaryDirectory(prefix="guard-bench-",
                                           dir=shared if self.on_tmpfs else folder)

    def prepare(self, room):
        pass

    def figure(self, seconds, output):
        return seconds

    def compare(self, value, base):
        return value / base

    def shown(self, value):
        return f"{value * 1e3:.1f} ms"


def compiled(source, room, *flags):
    target = room / source.removesuffix(".c")
    subprocess.run(["cc", "-O2", *flags, "-o", target, HERE / source], check=True)
    return target


class StartUp(Workload):
    """The time that `guard run` adds to a command that does nothing."""
    measure = "added ms"
    slack = 0.003

    def command(self, room):
        return ["true"]

    def compare(self, value, base):
        return (value - base) * 1e3


class Spawn(Workload):
    """posix_spawn of /bin/true, 500 times, timed inside."""
    def prepare(self, room):
        compiled("spawn.c", room)

    def command(self, room):
        return [str(room / "spawn"), "500"]

    def figure(self, seconds, output):
        return float(output)


class Unlink(Workload):
    """The time that mediation adds to the unlink of a file that the run made, in pipe round trips."""
    measure = "added round trips"
    sides = ("bare", "guard", "floor")
    on_tmpfs = True

    def prepare(self, room):
        compiled("unlink.c", room)

    def command(self, room):
        return [str(room / "unlink"), "5000"]

    def figure(self, seconds, output):
        unlink, self.round_trip = (float(word) for word in output.split())
        return unlink

    def compare(self, value, base):
        return (value - base) / self.round_trip

    def shown(self, value):
        return f"{value:.2f} us"


class Throughput(Workload):
    """Acts a second with eight processes against one: bare / this is taken inside the side."""
    measure = "8 against 1, inverse"
    sides = ("bare", "guard")
    on_tmpfs = True

    def prepare(self, room):
        compiled("unlink.c", room)

    def command(self, room):
        return ["sh", "-c", "./unlink 8000 | cut -d' ' -f1; "
                "for i in 1 2 3 4 5 6 7 8; do ./unlink 1000 >out$i & done; wait; "
                "cat out* | awk '{t += $1} END {print t / NR / 8}'"]

    def figure(self, seconds, output):
        one, eight = (float(line) for line in output.split())
        return eight / one

    def compare(self, value, base):
        return value

    def shown(self, value):
        return f"{value:.2f}"


class CxxCompile(Workload):
    """One C++ translation unit."""
    def prepare(self, room):
        headers = "algorithm functional iostream map memory regex string unordered_map vector"
        text = "".join(f"#include <{name}>\n" for name in headers.split())
        (room / "unit.cc").write_text(text + "int main() { return std::regex_match(\"a\", "
                                      "std::regex(\"a*\")) ? 0 : 1; }\n")

    def command(self, room):
        return ["c++", "-O1", "-c", "unit.cc", "-o", "unit.o"]


class Make(Workload):
    """A C project of 150 files with make -j2."""
    def prepare(self, room):
        names = [f"part{number}" for number in range(150)]
        for name in names:
            (room / f"{name}.c").write_text(
                "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
                f"int {name}(int n) {{ char b[64]; snprintf(b, sizeof b, \"%d\", n);"
                " return (int)strlen(b); }\n")
        calls = " + ".join(f"{name}(1)" for name in names)
        (room / "main.c").write_text("".join(f"int {name}(int);\n" for name in names) +
                                     f"int main(void) {{ return ({calls}) == 150 ? 0 : 1; }}\n")
        objects = " ".join(f"{name}.o" for name in [*names, "main"])
        (room / "Makefile").write_text(f"all: {objects}\n\tcc -o all {objects}\n\t./all\n"
                                       "%.o: %.c\n\tcc -O1 -MMD -c -o $@ $<\n")

    def command(self, room):
        return ["make", "-s", "-j2"]


def history(commits):
    """The input of git fast-import: five new files a commit, in 40 folders."""
    for number in range(1, commits + 1):
        yield f"commit refs/heads/main\nmark :{number}\n"
        yield f"committer a <a@example.org> {1700000000 + number} +0000\ndata 2\nx\n"
        if number > 1:
            yield f"from :{number - 1}\n"
        for part in range(5):
            text = f"{number} {part}\n" * 20
            yield f"M 644 inline d{number % 40}/f{number}.{part}\ndata {len(text)}\n{text}"


class Git(Workload):
    """clone, status, commit, gc, log of a repository of 1,000 commits."""
    keeps_rooms = True

    def prepare(self, room):
        subprocess.run(["git", "init", "-q", "--initial-branch=main", "source"], cwd=room, check=True)
        subprocess.run(["git", "fast-import", "--quiet"], cwd=room / "source", check=True,
                       input="".join(history(1000)).encode())

    def command(self, room):
        return ["sh", "-c", "git clone -q source copy && cd copy && git status -s && "
                "echo x >>d1/f1.1 && git -c user.email=a@example.org -c user.name=a commit -qam x && "
                "git gc -q && git log --stat -5 >/dev/null"]


class ShellLoop(Workload):
    """2,000 commands from a shell loop."""
    def command(self, room):
        return ["sh", "-c", "i=0; while [ $i -lt 2000 ]; do /bin/true; i=$((i + 1)); done"]


class Find(Workload):
    """find and grep -r over 40,000 files."""

    def prepare(self, room):
        for number in range(40000):
            folder = room / f"d{number % 400}"
            folder.mkdir(exist_ok=True)
            (folder / f"f{number}").write_text(f"line {number}\n" * 40)

    def command(self, room):
        return ["sh", "-c", "find . -type f -newer . >/dev/null; find . -name 'f*9' | wc -l "
                ">/dev/null; grep -r 'line 77' . >/dev/null; grep -rc nothing . >/dev/null || true"]


class Tar(Workload):
    """tar x of 10,000 files on tmpfs, then rm -rf of them."""
    on_tmpfs = True

    def prepare(self, room):
        source = room / "source"
        for number in range(10000):
            folder = source / f"d{number % 100}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"f{number}").write_text("x\n")
        subprocess.run(["tar", "cf", room / "all.tar", "-C", room, "source"], check=True)
        subprocess.run(["rm", "-rf", source], check=True)

    def command(self, room):
        return ["sh", "-c", "tar xf all.tar && rm -rf source"]


WORKLOADS = {workload.name: workload for workload in (
    StartUp("startup", 15, 5),
    Spawn("spawn", 1.30, 1.12),
    Unlink("unlink", 2.5, 1.6),
    CxxCompile("cxx", 1.03, 1.01),
    Make("make", 1.06, 1.02),
    Git("git", 1.05, 1.02),
    ShellLoop("shell", 1.15, 1.07),
    Find("find", 1.03, 1.01),
    Tar("tar", 3.0, 1.5),
    Throughput("throughput", 1 / 0.85, 1.0),
)}
