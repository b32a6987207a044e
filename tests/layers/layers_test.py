#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who may include whom (docs/architecture.md), as data, checked against every #include of the tree.

A file is ruled by its own row of MAY_INCLUDE, else by the row of the nearest folder above it; a file
without a row is an error, so a new room of supervisor/ needs one. Everybody may include their own
room.
"""
import pathlib
import re
import tempfile
import unittest

TREE = pathlib.Path(__file__).resolve().parents[2]
PRODUCT = ("base", "policy", "interceptor", "supervisor", "console")
SOURCES = (".h", ".cc", ".c")

LEAF = ("base/", "policy/")
CONSOLE = (
    "base/", "policy/", "console/", "supervisor/facts/", "supervisor/undo/", "supervisor/audit/",
    "supervisor/approval/question.h", "supervisor/approval/standing_grants.h",
    "supervisor/approval/grants.h", "supervisor/options.h", "supervisor/front_link.h",
    "supervisor/door.h", "supervisor/level.h", "interceptor/kernel/kernel_features.h", "interceptor/launch/backend.h",
    "interceptor/launch/trials.h", "interceptor/launch/inheritance.h", "interceptor/launch/descriptor_kind.h", "supervisor/alerts/",
)

# folder or file that includes -> prefixes of what it may include besides its own room
MAY_INCLUDE = {
    "base": (),
    "policy": ("base/",),
    "interceptor": ("base/", "policy/vocabulary/action.h"),
    "supervisor/facts": LEAF,
    "supervisor/approval": LEAF,
    "supervisor/undo": LEAF,
    "supervisor/audit": LEAF,
    "supervisor/alerts": LEAF + ("supervisor/audit/digest.h",),
    "supervisor/api": LEAF + ("supervisor/approval/", "supervisor/audit/"),
    "supervisor": LEAF + ("interceptor/", "supervisor/"),
    "console": CONSOLE,
    "console/commands/run.cc": CONSOLE + ("supervisor/session.h",),
}
# Rows that speak of the files directly in a folder, not of those in the folders below it.
SHALLOW = ("supervisor",)

# One third-party library, one door: prefix of the header -> prefixes of the files that may see it
DOORS = {
    "yaml-cpp/": ("policy/load/yaml_loader.cc",),
    "seccomp.h": ("interceptor/seccomp/filter_compiler.cc",),
    "tree_sitter/": ("policy/shell/shell_text.cc",),
    "git2": ("supervisor/facts/git_objects.cc",),
    "sqlite3": ("supervisor/audit/", "supervisor/undo/"),
    "boost/beast": ("supervisor/api/", "supervisor/alerts/http_post.cc", "console/session/client",
                    "console/web/web_channel.cc"),
    "boost/asio/ssl": ("supervisor/alerts/http_post.cc",),
    "openssl/": ("supervisor/audit/digest.cc", "supervisor/alerts/http_post.cc", "console/web/tls_stream.cc"),
    "boost/program_options": ("console/options/option_parser",),
    "spdlog/": ("base/log",),
    "ncurses": ("console/watch/curses_screen.cc",),
    "curses.h": ("console/watch/curses_screen.cc",),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def row_for(file):
    """The key of MAY_INCLUDE that rules FILE, or None."""
    if file in MAY_INCLUDE:
        return file
    folders = [folder.as_posix() for folder in pathlib.PurePosixPath(file).parents]
    row = next((folder for folder in folders if folder in MAY_INCLUDE), None)
    return None if row in SHALLOW and row != folders[0] else row


def faults_of_own(file, include):
    row = row_for(file)
    if row is None:
        return f"{file}: no row of MAY_INCLUDE for this folder"
    if include.split("/")[0] not in PRODUCT:
        return f'{file}: "{include}" is not written from the top of the tree'
    if include.startswith((row + "/",) + MAY_INCLUDE[row]):
        return None
    return f'{file}: may not include "{include}" (row {row})'


def faults_of_third_party(file, include):
    for header, doors in DOORS.items():
        if include.startswith(header) and not file.startswith(doors):
            return f"{file}: <{include}> belongs behind {' or '.join(doors)}"
    return None


def faults(tree):
    """Every breach of the rules below TREE, as lines for people."""
    found = []
    for folder in PRODUCT:
        for path in sorted((tree / folder).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            file = path.relative_to(tree).as_posix()
            for own, system in INCLUDE.findall(path.read_text(encoding="utf-8")):
                fault = faults_of_own(file, own) if own else faults_of_third_party(file, system)
                if fault:
                    found.append(fault)
    return found


class LayersTest(unittest.TestCase):
    def faults_with(self, file, line):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / file
            path.parent.mkdir(parents=True)
            path.write_text(line + "\n", encoding="utf-8")
            return faults(pathlib.Path(folder))

    def test_the_tree_keeps_the_rules(self):
        self.assertEqual([], faults(TREE))

    def test_the_tree_was_found(self):
        self.assertTrue((TREE / "policy/vocabulary/action.h").is_file())

    def test_breaches_are_seen(self):
        for file, line in (
            ("base/a.cc", '#include "policy/vocabulary/action.h"'),
            ("policy/a.cc", '#include "interceptor/engine.h"'),
            ("policy/a.cc", '#  include "supervisor/options.h"'),
            ("interceptor/a.h", '#include "policy/model/rule.h"'),
            ("interceptor/preload/a.cc", '#include "supervisor/options.h"'),
            ("supervisor/facts/a.cc", '#include "interceptor/engine.h"'),
            ("supervisor/facts/a.cc", '#include "supervisor/audit/record.h"'),
            ("supervisor/facts/a.cc", '#include "supervisor/session.h"'),
            ("supervisor/api/a.cc", '#include "supervisor/facts/path_facts.h"'),
            ("supervisor/new_room/a.cc", '#include "base/error.h"'),
            ("console/commands/check.cc", '#include "supervisor/session.h"'),
            ("console/front/a.cc", '#include "interceptor/seccomp/notify_listener.h"'),
            ("console/a.cc", '#include "supervisor/approval/broker.h"'),
            ("policy/a.cc", '#include "action.h"'),
            ("policy/model/mode.cc", "#include <yaml-cpp/yaml.h>"),
            ("interceptor/launch/launcher.cc", "#include <seccomp.h>"),
            ("policy/assess/assessor.cc", "#include <tree_sitter/api.h>"),
            ("supervisor/session.cc", "#include <sqlite3.h>"),
            ("supervisor/facts/effect.cc", "#include <git2.h>"),
            ("console/main.cc", "#include <boost/program_options.hpp>"),
            ("supervisor/session.cc", "#include <boost/beast/core.hpp>"),
            ("interceptor/launch/launcher.cc", "#include <spdlog/spdlog.h>"),
        ):
            with self.subTest(file=file, line=line):
                self.assertEqual(1, len(self.faults_with(file, line)))

    def test_what_is_allowed_is_not_a_breach(self):
        for file, line in (
            ("policy/a.cc", '#include "base/error.h"'),
            ("interceptor/a.cc", '#include "policy/vocabulary/action.h"'),
            ("interceptor/a.cc", "#include <linux/seccomp.h>"),
            ("interceptor/preload/a.cc", '#include "interceptor/engine.h"'),
            ("supervisor/facts/a.cc", '#include "supervisor/facts/effect.h"'),
            ("supervisor/api/a.cc", '#include "supervisor/approval/broker.h"'),
            ("supervisor/api/a.cc", "#include <boost/beast/http.hpp>"),
            ("supervisor/pipeline.cc", '#include "interceptor/engine.h"'),
            ("supervisor/pipeline.cc", '#include "supervisor/session.h"'),
            ("console/commands/run.cc", '#include "supervisor/session.h"'),
            ("console/commands/doctor.cc", '#include "interceptor/kernel/kernel_features.h"'),
            ("console/front/front.cc", '#include "supervisor/front_link.h"'),
            ("base/log.cc", "#include <spdlog/spdlog.h>"),
        ):
            with self.subTest(file=file, line=line):
                self.assertEqual([], self.faults_with(file, line))


if __name__ == "__main__":
    unittest.main()
