#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rules about who may include whom (rooms.py), checked against every #include of the tree; which rooms do
without the kernel's names; and that the table of docs/architecture.md names every room once.
"""
import pathlib
import re
import tempfile
import unittest

from rooms import BASE, CONSOLE_SEES, ROOMS, SESSION

TREE = pathlib.Path(__file__).resolve().parents[2]
PRODUCT = ("base", "policy", "interceptor", "supervisor", "console")
SOURCES = (".h", ".cc", ".c")
MOST_UNITS = 25
NO_NAMES = {"utils", "util", "common", "misc", "helpers", "shared", "lib"}

# One third-party library, one door: prefix of the header -> prefixes of the files that may see it
DOORS = {
    "yaml-cpp/": ("policy/load/yaml_loader.cc",),
    "seccomp.h": ("interceptor/seccomp/filter_compiler.cc",),
    "tree_sitter/": ("policy/shell/shell_text.cc", "policy/shell/shell_walker"),
    "git2": ("supervisor/git/git_objects.cc",),
    "sqlite3": ("supervisor/audit/",),
    "boost/beast": ("supervisor/api/", "supervisor/alerts/http_post.cc", "console/session/client",
                    "console/web/web_channel.cc", "supervisor/source/https_get.cc"),
    "boost/asio/ssl": ("supervisor/alerts/http_post.cc", "supervisor/alerts/tls_trust.",
                       "supervisor/sinks/stream_delivery.cc", "supervisor/source/https_get.cc"),
    "openssl/": ("base/tls/open_ssl.cc", "base/tls/ed25519.cc", "supervisor/audit/record/digest.cc", "supervisor/alerts/http_post.cc",
                 "console/web/tls_stream.cc"),
    "zlib.h": ("base/gzip.cc",),
    "boost/program_options": ("console/options/option_parser",),
    "spdlog/": ("base/log",),
    "ncurses": ("console/watch/curses_screen.cc",),
    "curses.h": ("console/watch/curses_screen.cc",),
}

# These rooms judge calls. The interceptor tells them by name what a call asks for, so they need no flag,
# number or address layout of the kernel's.
WITHOUT_KERNEL_NAMES = ("supervisor/ask", "supervisor/call", "supervisor/judge", "supervisor/network",
                        "supervisor/pipeline")
KERNEL_NAMES = ("fcntl.h", "linux/", "sys/ipc.h", "sys/socket.h", "sys/syscall.h", "sys/un.h")
# (file, header) -> what guard does with it on its own account
OWN_USE = {
    ("supervisor/ask/content_difference.cc", "fcntl.h"): "opens the two files that a question compares",
    ("supervisor/ask/denial_line.cc", "fcntl.h"): "opens a program's standard error to write its line",
    ("supervisor/ask/denial_line.cc", "sys/socket.h"): "sends its line if standard error is a socket",
    ("supervisor/judge/judge_walks.cc", "fcntl.h"): "duplicates a descriptor that guard holds",
    ("supervisor/network/name_lookup.cc", "sys/socket.h"): "asks the resolver for addresses",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
TABLE_ROW = re.compile(r"^\| `([^`]+/)` \| [^|]+ \|$", re.MULTILINE)


def room_of(file):
    return pathlib.PurePosixPath(file).parent.as_posix()


def is_hidden_from_console(file, include):
    room, name = include.rsplit("/", 1)
    if not file.startswith("console/") or room not in CONSOLE_SEES:
        return False
    return name not in CONSOLE_SEES[room] and SESSION.get(file) != include


def faults_of_own(file, include):
    room, wanted = room_of(file), room_of(include)
    if room not in ROOMS:
        return f"{file}: no row of rooms.py for this folder"
    if include.split("/")[0] not in PRODUCT:
        return f'{file}: "{include}" is not written from the top of the tree'
    is_allowed = wanted == room or wanted in ROOMS[room] or (wanted in BASE and room not in BASE)
    if not is_allowed:
        return f'{file}: may not include "{include}" (row {room} of rooms.py)'
    if is_hidden_from_console(file, include):
        return f'{file}: the console may not see "{include}" (CONSOLE_SEES of rooms.py)'
    return None


def faults_of_third_party(file, include):
    for header, doors in DOORS.items():
        if include.startswith(header) and not file.startswith(doors):
            return f"{file}: <{include}> belongs behind {' or '.join(doors)}"
    return None


def faults_of_kernel_names(file, include):
    if room_of(file) not in WITHOUT_KERNEL_NAMES or not include.startswith(KERNEL_NAMES):
        return None
    if (file, include) in OWN_USE:
        return None
    return f"{file}: <{include}> belongs behind a name of interceptor/ (WITHOUT_KERNEL_NAMES)"


def faults_of_system(file, include):
    return faults_of_third_party(file, include) or faults_of_kernel_names(file, include)


def sources(tree):
    for folder in PRODUCT:
        for path in sorted((tree / folder).rglob("*")):
            if path.suffix in SOURCES:
                yield path, path.relative_to(tree).as_posix()


def includes(tree):
    for path, file in sources(tree):
        for own, system in INCLUDE.findall(path.read_text(encoding="utf-8")):
            yield file, own, system


def faults(tree):
    """Every breach of the rules below TREE, as lines for people."""
    found = [faults_of_own(file, own) if own else faults_of_system(file, system)
             for file, own, system in includes(tree)]
    return [fault for fault in found if fault]


def units(tree):
    """room -> the names of its files without their endings."""
    found = {}
    for path, file in sources(tree):
        found.setdefault(room_of(file), set()).add(path.stem)
    return found


def circle_from(room, rows, way=(), done=None):
    """The first circle that is reached from ROOM, as the rooms on it; empty without one. DONE: rooms that reach none."""
    done = set() if done is None else done
    if room in way:
        return way[way.index(room):] + (room,)
    for other in rows[room]:
        if other not in done and (circle := circle_from(other, rows, way + (room,), done)):
            return circle
    done.add(room)
    return ()


class LayersTest(unittest.TestCase):
    def faults_with(self, file, line):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / file
            path.parent.mkdir(parents=True)
            path.write_text(line + "\n", encoding="utf-8")
            return faults(pathlib.Path(folder))

    def test_the_tree_keeps_the_rules(self):
        self.assertEqual([], faults(TREE))

    def test_every_row_has_a_folder_and_every_folder_a_row(self):
        self.assertEqual(set(ROOMS), set(units(TREE)))

    def test_no_circle(self):
        for room in ROOMS:
            self.assertEqual((), circle_from(room, ROOMS))

    def test_a_circle_is_seen(self):
        self.assertEqual(("a", "b", "a"), circle_from("a", {"a": ("b",), "b": ("a",)}))

    def test_a_row_says_no_more_than_is_used(self):
        used = {(room_of(file), room_of(own)) for file, own, _ in includes(TREE) if own}
        said = {(room, other) for room, others in ROOMS.items() for other in others}
        self.assertEqual(set(), said - used, "a row allows what no file needs")

    def test_every_own_use_of_a_kernel_name_is_there(self):
        used = {(file, system) for file, _, system in includes(TREE) if system}
        self.assertEqual(set(), set(OWN_USE) - used, "OWN_USE excuses what no file includes")
        for file, header in OWN_USE:
            self.assertIn(room_of(file), WITHOUT_KERNEL_NAMES)
            self.assertTrue(header.startswith(KERNEL_NAMES), header)

    def test_no_room_is_too_full_or_named_after_nothing(self):
        for room, names in units(TREE).items():
            self.assertLessEqual(len(names), MOST_UNITS, room)
            self.assertFalse(NO_NAMES & set(room.split("/")), room)

    def test_architecture_names_every_room_once(self):
        page = (TREE / "docs" / "architecture.md").read_text(encoding="utf-8")
        named = [row.rstrip("/") for row in TABLE_ROW.findall(page)]
        self.assertEqual(list(ROOMS), named)

    def test_answers_of_the_ten_questions_are_there(self):
        page = (TREE / "docs" / "architecture.md").read_text(encoding="utf-8")
        questions = page[page.index("## Ten questions"):]
        answers = [line for line in questions.splitlines() if line.startswith("|")][2:]
        self.assertEqual(10, len(answers))
        for line in answers:
            for name in re.findall(r"`([\w/]+/[\w.]*)`", line):
                self.assertTrue((TREE / name).exists(), name)

    def test_breaches_are_seen(self):
        for file, line in (
            ("base/text/a.cc", '#include "policy/vocabulary/action.h"'),
            ("policy/text/a.cc", '#include "policy/paths/path_class.h"'),
            ("policy/load/a.cc", '#  include "supervisor/run/options.h"'),
            ("interceptor/acts/a.h", '#include "policy/model/rule.h"'),
            ("interceptor/preload/library/a.cc", '#include "supervisor/run/options.h"'),
            ("supervisor/facts/a.cc", '#include "interceptor/calls/notification.h"'),
            ("supervisor/facts/a.cc", '#include "supervisor/run/session.h"'),
            ("supervisor/api/a.cc", '#include "supervisor/facts/path_facts.h"'),
            ("supervisor/new_room/a.cc", '#include "base/error.h"'),
            ("supervisor/a.cc", '#include "base/error.h"'),
            ("console/commands/check.cc", '#include "supervisor/run/serve.h"'),
            ("console/commands/run.cc", '#include "supervisor/approval/broker.h"'),
            ("console/front/a.cc", '#include "interceptor/seccomp/notify_listener.h"'),
            ("policy/text/a.cc", '#include "action.h"'),
            ("policy/model/mode.cc", "#include <yaml-cpp/yaml.h>"),
            ("interceptor/launch/launcher.cc", "#include <seccomp.h>"),
            ("policy/assess/assessor.cc", "#include <tree_sitter/api.h>"),
            ("supervisor/undo/store/journal.cc", "#include <sqlite3.h>"),
            ("supervisor/facts/git_facts.cc", "#include <git2.h>"),
            ("console/main.cc", "#include <boost/program_options.hpp>"),
            ("supervisor/run/session.cc", "#include <boost/beast/core.hpp>"),
            ("interceptor/launch/launcher.cc", "#include <spdlog/spdlog.h>"),
            ("supervisor/judge/describer.cc", "#include <fcntl.h>"),
            ("supervisor/call/a.h", "#include <sys/ipc.h>"),
            ("supervisor/pipeline/a.cc", "#include <linux/fs.h>"),
            ("supervisor/network/a.cc", "#  include <sys/un.h>"),
            ("supervisor/ask/denial_line.cc", "#include <sys/syscall.h>"),
        ):
            with self.subTest(file=file, line=line):
                self.assertEqual(1, len(self.faults_with(file, line)))

    def test_what_is_allowed_is_not_a_breach(self):
        for file, line in (
            ("policy/text/a.cc", '#include "base/error.h"'),
            ("interceptor/sockets/a.cc", '#include "policy/vocabulary/action.h"'),
            ("interceptor/acts/a.cc", "#include <linux/seccomp.h>"),
            ("supervisor/run/a.cc", '#include "supervisor/judge/judge.h"'),
            ("console/commands/run.cc", '#include "supervisor/run/serve.h"'),
            ("console/commands/run.cc", '#include "supervisor/approval/question.h"'),
            ("policy/load/yaml_loader.cc", "#include <yaml-cpp/yaml.h>"),
            ("supervisor/ask/denial_line.cc", "#include <fcntl.h>"),
            ("supervisor/facts/a.cc", "#include <fcntl.h>"),
            ("supervisor/judge/a.cc", "#include <sys/stat.h>"),
        ):
            with self.subTest(file=file, line=line):
                self.assertEqual([], self.faults_with(file, line))


if __name__ == "__main__":
    unittest.main()
