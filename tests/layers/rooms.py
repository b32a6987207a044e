# SPDX-License-Identifier: Apache-2.0
"""The rooms of guard: a row for each folder with sources, in the order of docs/architecture.md, and the
rooms that it may include besides itself and base. layers_test.py holds the tree to this.
"""

# Rooms of base: everybody may include them.
BASE = ("base", "base/files", "base/log", "base/process", "base/text", "base/tls")

ROOMS = {
    "base": (),
    "base/text": ("base",),
    "base/files": ("base", "base/text"),
    "base/log": ("base", "base/files", "base/text"),
    "base/process": ("base", "base/files"),
    "base/tls": ("base",),
    "policy/text": (),
    "policy/vocabulary": (),
    "policy/paths": ("policy/text", "policy/vocabulary"),
    "policy/network": ("policy/text", "policy/vocabulary"),
    "policy/model": ("policy/network", "policy/paths", "policy/text", "policy/vocabulary"),
    "policy/command": ("policy/model", "policy/text", "policy/vocabulary"),
    "policy/shell": ("policy/text",),
    "policy/effects": ("policy/command", "policy/paths", "policy/text", "policy/vocabulary"),
    "policy/assess": (
        "policy/command", "policy/effects", "policy/model", "policy/network", "policy/shell", "policy/text",
        "policy/vocabulary",
    ),
    "policy/decide": (
        "policy/command", "policy/model", "policy/network", "policy/paths", "policy/shell", "policy/text",
        "policy/vocabulary",
    ),
    "policy/load": (
        "policy/assess", "policy/command", "policy/decide", "policy/effects", "policy/model",
        "policy/network", "policy/paths", "policy/text", "policy/vocabulary",
    ),
    "policy/packs": ("policy/load", "policy/text"),
    "interceptor/syscalls": (),
    "interceptor/calls": ("interceptor/syscalls",),
    "interceptor/process": ("interceptor/calls", "interceptor/syscalls"),
    "interceptor/kernel": ("interceptor/process",),
    "interceptor/seccomp": ("interceptor/calls", "interceptor/kernel", "interceptor/syscalls"),
    "interceptor/tracee": ("interceptor/calls", "interceptor/process"),
    "interceptor/sockets": (
        "interceptor/calls", "interceptor/process", "interceptor/syscalls", "interceptor/tracee",
        "policy/vocabulary",
    ),
    "interceptor/decode": (
        "interceptor/calls", "interceptor/kernel", "interceptor/process", "interceptor/sockets",
        "interceptor/syscalls", "interceptor/tracee",
    ),
    "interceptor/resolve": (
        "interceptor/calls", "interceptor/kernel", "interceptor/process", "interceptor/sockets",
        "interceptor/syscalls", "interceptor/tracee",
    ),
    "interceptor/acts": (
        "interceptor/calls", "interceptor/process", "interceptor/resolve", "interceptor/sockets",
        "interceptor/syscalls", "interceptor/tracee",
    ),
    "interceptor/operations": (
        "interceptor/acts", "interceptor/calls", "interceptor/decode", "interceptor/process",
        "interceptor/resolve", "interceptor/tracee",
    ),
    "interceptor/ptrace": (
        "interceptor/calls", "interceptor/process", "interceptor/resolve", "interceptor/seccomp",
        "interceptor/syscalls", "interceptor/tracee",
    ),
    "interceptor/read_gates": ("interceptor/calls", "interceptor/process", "interceptor/ptrace"),
    "interceptor/preload": (
        "interceptor/calls", "interceptor/kernel", "interceptor/process", "interceptor/ptrace",
        "interceptor/seccomp", "interceptor/syscalls", "interceptor/tracee",
    ),
    "interceptor/preload/library": ("interceptor/calls", "interceptor/preload", "interceptor/syscalls"),
    "interceptor/relay": (),
    "interceptor/launch": (
        "interceptor/decode", "interceptor/kernel", "interceptor/operations", "interceptor/preload",
        "interceptor/process", "interceptor/ptrace", "interceptor/read_gates", "interceptor/resolve",
        "interceptor/seccomp", "interceptor/sockets", "interceptor/tracee",
    ),
    "supervisor/actors": (
        "interceptor/process", "interceptor/ptrace", "interceptor/tracee", "policy/command", "policy/model",
        "policy/paths", "policy/shell", "policy/text", "policy/vocabulary", "supervisor/api",
    ),
    "supervisor/call": (
        "interceptor/acts", "interceptor/calls", "interceptor/launch", "interceptor/resolve",
        "interceptor/syscalls", "policy/assess", "policy/effects", "policy/vocabulary", "supervisor/actors",
        "supervisor/api", "supervisor/approval", "supervisor/audit/record", "supervisor/audit/redaction",
        "supervisor/audit/store", "supervisor/facts", "supervisor/undo/store",
    ),
    "supervisor/brake": (),
    "supervisor/collisions": (
        "policy/vocabulary", "supervisor/call", "supervisor/facts", "supervisor/git", "supervisor/undo/store",
    ),
    "supervisor/state": ("policy/paths", "supervisor/undo/history", "supervisor/undo/store"),
    "supervisor/network": (
        "interceptor/calls", "interceptor/resolve", "interceptor/sockets", "policy/model", "policy/network",
        "policy/text", "policy/vocabulary", "supervisor/actors", "supervisor/call", "supervisor/facts",
    ),
    "supervisor/names": (
        "interceptor/acts", "interceptor/calls", "interceptor/launch", "interceptor/resolve", "interceptor/sockets",
        "policy/model", "policy/network", "policy/text", "policy/vocabulary", "supervisor/network",
    ),
    "supervisor/git": ("policy/command", "policy/text", "policy/vocabulary"),
    "supervisor/facts": (
        "policy/assess", "policy/command", "policy/effects", "policy/model", "policy/network", "policy/paths",
        "policy/shell", "policy/text", "policy/vocabulary", "supervisor/git",
    ),
    "supervisor/check": (
        "policy/assess", "policy/command", "policy/decide", "policy/model", "policy/network", "policy/shell", "policy/vocabulary",
        "supervisor/approval", "supervisor/facts", "supervisor/git", "supervisor/rights",
    ),
    "supervisor/judge": (
        "interceptor/calls", "interceptor/process", "interceptor/resolve", "interceptor/sockets",
        "interceptor/syscalls", "interceptor/tracee", "policy/assess", "policy/command", "policy/decide",
        "policy/effects", "policy/load", "policy/model", "policy/network", "policy/paths", "policy/text", "policy/vocabulary",
        "supervisor/actors", "supervisor/approval", "supervisor/call", "supervisor/collisions",
        "supervisor/facts", "supervisor/network", "supervisor/undo/store",
    ),
    "supervisor/approval": ("policy/effects", "policy/load", "policy/network", "policy/vocabulary"),
    "supervisor/ask": (
        "interceptor/process", "interceptor/ptrace", "policy/command", "policy/decide", "policy/effects",
        "policy/model", "policy/network", "policy/paths", "policy/shell", "policy/vocabulary", "supervisor/actors",
        "supervisor/api", "supervisor/approval", "supervisor/audit/redaction", "supervisor/call",
        "supervisor/facts", "supervisor/processes",
    ),
    "supervisor/secrets": (
        "interceptor/ptrace", "interceptor/read_gates", "interceptor/resolve", "policy/effects",
        "policy/model", "policy/paths", "supervisor/audit/store", "supervisor/call", "supervisor/facts",
    ),
    "supervisor/rights": (
        "interceptor/ptrace", "policy/model", "policy/vocabulary", "supervisor/actors", "supervisor/approval",
        "supervisor/call",
    ),
    "supervisor/signing": (
        "interceptor/acts", "interceptor/calls", "interceptor/operations", "interceptor/tracee",
        "policy/vocabulary", "supervisor/actors", "supervisor/approval", "supervisor/ask",
        "supervisor/audit/record", "supervisor/brake", "supervisor/call", "supervisor/facts", "supervisor/judge",
        "supervisor/network",
    ),
    "supervisor/pipeline": (
        "interceptor/acts", "interceptor/calls", "interceptor/decode", "interceptor/operations",
        "interceptor/preload", "interceptor/process", "interceptor/ptrace", "interceptor/resolve",
        "interceptor/sockets", "interceptor/syscalls", "interceptor/tracee", "policy/effects", "policy/vocabulary",
        "supervisor/actors", "supervisor/approval", "supervisor/ask", "supervisor/brake", "supervisor/call",
        "supervisor/facts", "supervisor/judge", "supervisor/names", "supervisor/network", "supervisor/processes", "supervisor/rights", "supervisor/secrets", "supervisor/signing",
    ),
    "supervisor/processes": (
        "interceptor/process", "supervisor/alerts", "supervisor/api", "supervisor/sinks",
    ),
    "supervisor/alerts": (
        "policy/load", "policy/model", "policy/network", "policy/paths", "supervisor/audit/record",
    ),
    "supervisor/sinks": (
        "policy/model", "policy/network", "supervisor/alerts", "supervisor/audit/read", "supervisor/audit/record", "supervisor/audit/store",
    ),
    "supervisor/source": (
        "policy/load", "policy/model", "policy/network", "policy/text", "supervisor/alerts",
        "supervisor/audit/record", "supervisor/git", "supervisor/signing",
    ),
    "supervisor/api": ("policy/vocabulary", "supervisor/approval"),
    "supervisor/run": (
        "interceptor/calls", "interceptor/kernel", "interceptor/launch", "interceptor/operations",
        "interceptor/preload", "interceptor/process", "interceptor/ptrace", "interceptor/seccomp",
        "interceptor/tracee", "policy/decide", "policy/model", "policy/paths", "policy/shell",
        "policy/text", "policy/vocabulary", "supervisor/actors", "supervisor/alerts", "supervisor/api", "supervisor/approval", "supervisor/ask",
        "supervisor/audit/keep", "supervisor/audit/read", "supervisor/audit/record",
        "supervisor/audit/redaction", "supervisor/audit/store", "supervisor/brake", "supervisor/call",
        "supervisor/check", "supervisor/collisions", "supervisor/facts", "supervisor/judge", "supervisor/names", "supervisor/network", "supervisor/pipeline",
        "supervisor/processes", "supervisor/rights", "supervisor/secrets", "supervisor/signing", "supervisor/sinks",
        "supervisor/undo/history", "supervisor/undo/store",
    ),
    "supervisor/audit/record": (),
    "supervisor/audit/store": ("supervisor/audit/record",),
    "supervisor/audit/redaction": ("supervisor/audit/record", "supervisor/audit/store"),
    "supervisor/audit/read": ("policy/vocabulary", "supervisor/audit/record", "supervisor/audit/store"),
    "supervisor/audit/keep": ("supervisor/audit/record", "supervisor/audit/store"),
    "supervisor/undo/store": (),
    "supervisor/undo/history": ("supervisor/undo/store",),
    "supervisor/undo/restore": ("supervisor/git", "supervisor/undo/history", "supervisor/undo/store"),
    "console": ("console/commands", "console/help", "console/output"),
    "console/options": ("interceptor/launch", "policy/decide", "policy/load", "policy/model", "supervisor/run"),
    "console/output": ("supervisor/audit/store",),
    "console/help": (
        "console/options", "console/output", "console/places", "console/run", "console/session",
        "console/undo", "policy/load", "supervisor/audit/read", "supervisor/undo/store",
    ),
    "console/places": (),
    "console/session": (
        "console/options", "console/output", "console/places", "supervisor/audit/read",
        "supervisor/state", "supervisor/undo/store",
    ),
    "console/policy": (
        "console/options", "console/output", "policy/load", "policy/model", "policy/network", "policy/text",
        "policy/vocabulary", "supervisor/approval", "supervisor/audit/keep", "supervisor/audit/record",
        "supervisor/audit/redaction", "supervisor/audit/store", "supervisor/source",
    ),
    "console/check": (
        "console/options", "console/places", "console/policy", "console/session", "policy/vocabulary",
        "supervisor/actors", "supervisor/approval", "supervisor/check", "supervisor/facts",
    ),
    "console/run": (
        "console/front", "console/options", "console/output", "console/places", "console/policy",
        "console/session", "interceptor/kernel", "interceptor/launch", "policy/decide", "policy/effects", "policy/load",
        "policy/model", "policy/paths", "supervisor/actors", "supervisor/audit/read", "supervisor/audit/redaction",
        "supervisor/facts", "supervisor/rights", "supervisor/undo/history", "supervisor/undo/store",
    ),
    "console/audit": (
        "console/help", "console/options", "console/output", "console/places", "console/policy", "console/run",
        "console/session", "policy/load", "policy/paths", "policy/vocabulary", "supervisor/alerts",
        "supervisor/audit/read", "supervisor/audit/record", "supervisor/facts", "supervisor/sinks",
    ),
    "console/undo": (
        "console/output", "console/places", "console/run", "console/session", "supervisor/audit/keep", "supervisor/audit/record",
        "supervisor/audit/redaction", "supervisor/audit/store", "supervisor/git",
        "supervisor/state", "supervisor/undo/history", "supervisor/undo/restore", "supervisor/undo/store",
    ),
    "console/review": (
        "console/places", "console/undo", "policy/model",
        "policy/paths", "policy/shell", "supervisor/audit/record", "supervisor/facts", "supervisor/state", "supervisor/undo/history",
        "supervisor/undo/restore", "supervisor/undo/store",
    ),
    "console/review/screen": (
        "console/output", "console/review", "console/terminal", "console/undo", "console/watch",
        "supervisor/undo/store",
    ),
    "console/blame": (
        "console/audit", "console/output", "console/review", "supervisor/audit/read", "supervisor/undo/history", "supervisor/undo/store",
    ),
    "console/report": (
        "console/blame", "console/mcp", "console/output", "console/review", "console/session", "console/undo", "policy/vocabulary", "supervisor/audit/read",
        "supervisor/audit/redaction", "supervisor/undo/history", "supervisor/undo/store",
    ),
    "console/learning": (
        "console/policy", "policy/command", "policy/decide", "policy/load", "policy/model",
        "policy/network", "policy/paths", "policy/text", "policy/vocabulary", "supervisor/audit/record",
    ),
    "console/hooks": ("supervisor/facts",),
    "console/mcp": (
        "console/check", "console/options", "console/output", "console/run", "console/session",
    ),
    "console/ci": (
        "console/front", "console/learning", "console/output", "policy/decide", "policy/model",
        "policy/shell", "policy/vocabulary", "supervisor/audit/read", "supervisor/audit/record",
    ),
    "console/terminal": (),
    "console/front": ("console/session", "console/terminal", "supervisor/processes", "supervisor/rights"),
    "console/watch": ("console/session", "console/terminal"),
    "console/web/review": ("console/review",),
    "console/web": (
        "console/audit", "console/blame", "console/mcp", "console/places", "console/policy", "console/review", "console/session",
        "console/terminal", "console/undo", "console/watch", "console/web/review", "supervisor/approval", "supervisor/audit/read",
    ),
    "console/commands": (
        "console/audit", "console/check", "console/ci", "console/front", "console/help", "console/hooks",
        "console/learning", "console/mcp", "console/options", "console/output", "console/places",
        "console/policy", "console/report", "console/review", "console/review/screen", "console/run", "console/session", "console/terminal",
        "console/undo", "console/watch", "console/web", "interceptor/kernel", "interceptor/launch",
        "policy/load", "policy/model", "policy/paths", "policy/vocabulary", "supervisor/alerts",
        "supervisor/approval", "supervisor/audit/store", "supervisor/facts", "supervisor/names", "supervisor/rights", "supervisor/run",
        "supervisor/state",
    ),
    "console/commands/undo": (
        "console/blame", "console/commands", "console/help", "console/options", "console/output",
        "console/places", "console/policy", "console/review", "console/review/screen", "console/run",
        "console/session", "console/undo", "supervisor/undo/restore", "supervisor/undo/store",
    ),
    "console/commands/audit": (
        "console/audit", "console/commands", "console/help", "console/output", "console/report",
        "console/session", "console/undo", "supervisor/audit/keep", "supervisor/audit/read",
        "supervisor/audit/record", "supervisor/audit/store", "supervisor/sinks", "supervisor/undo/store",
    ),
    "console/commands/policy": (
        "console/check", "console/commands", "console/help", "console/options", "console/output",
        "console/places", "console/policy", "console/run", "console/session", "policy/load", "policy/text",
        "supervisor/approval", "supervisor/source",
    ),
}

# The console sees no more of these rooms than these files.
CONSOLE_SEES = {
    "interceptor/kernel": ("kernel_features.h",),
    "interceptor/launch": ("backend.h", "descriptor_kind.h", "inheritance.h", "trials.h"),
    "supervisor/approval": ("grant_kind.h", "grants.h", "question.h", "standing_grants.h"),
    "supervisor/names": ("names_held.h",),
    "supervisor/run": ("options.h", "protection_level.h"),
}
# Only here does the console see the session.
SESSION = {"console/commands/run.cc": "supervisor/run/serve.h"}
