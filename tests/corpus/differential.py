#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays the rows of the corpus under `guard run --on-ask deny` and compares what becomes of them with what
`guard check` said: verdict, rule and category. README.md says how a row is played, docs/policy.md which
differences there are and why. Root starts it; nothing is played as root."""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import measure
import scene

NOBODY = 65534
SECONDS = 40
# Played as they are; every other program of a row is a stand-in that does nothing.
REAL = set("""[ awk base64 basename bash cat chmod chown cp cut date dd diff dirname echo env expr false find
    git grep gunzip gzip head id install ln ls make mkdir mktemp mv nice nohup od perl printf pwd python3
    readlink realpath rm rmdir sed seq setsid sh shred sleep sort stat stdbuf tac tail tar tee test time
    timeout touch tr true truncate uname uniq unlink wc which xargs xxd yes""".split())
# Never played: they would fill the machine before anybody looks.
NEVER = re.compile(r":\(\)|fork|/dev/(zero|urandom)|\byes\b|while (true|:)")
# A place beyond the throw-away folder: played only when guard has said that it asks or refuses.
BEYOND = re.compile(r"(^|[\s=\"'>])(/(?!tmp\b|dev/null)[a-z]*|~(?!/project))")
REFUSED = ("deny", "block")

# Why a run may differ from what was said of it; docs/policy.md has the same names.
KINDS = {
    "later": "the program's own acts, which check said are judged when it runs",
    "unknown": "check could not know it; the run knew the words",
    "earlier": "an earlier command of the text changed what a later one met",
    "not_reached": "the run did not come to what check judged",
    "stand_in": "a stand-in started nothing, where the real program starts what check judged",
    "forbidden": "the kernel forbids the act itself, so nobody is asked",
    "builtin": "a builtin of the shell, which starts no program",
}
# Asked by check alone: a run judges what then is there.
ONLY_RUNS_KNOW = ("shell.unknown", "shell.unread", "shell.decoded_to_interpreter")
# Rows of specs that speak of words which only a text has.
OF_TEXT = {"dns.server": re.compile(r"\$\(|`")}
TOLD = re.compile(r"guard: denied .*\(rule ([^)]+)\)")
DENIED = re.compile("Permission denied|Read-only file system|Operation not permitted")


@dataclasses.dataclass
class Played:
    row: measure.Row
    said: dict
    acts: list  # what explain says of each act: verdict, rule, categories
    records: list
    status: int = 0
    errors: str = ""
    commands: int = 1  # acts that check saw
    wrapped: frozenset = frozenset()  # rules of acts that another program starts
    kind: str = ""  # "same", a name of KINDS, or "differs"
    note: str = ""


def names_in(text):
    """Words that a row may call."""
    return set(re.findall(r"[A-Za-z][A-Za-z0-9+._-]*", text))


def make_stand_ins(folder, text):
    folder.mkdir()
    for name in names_in(text) - REAL:
        shutil.copy("/bin/true", folder / name)


def sandbox(room, stand_ins, words):
    """Another user, no network, and nothing writable but the room and folders in memory."""
    return ["bwrap", "--unshare-net", "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--new-session",
            "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/var/tmp",
            "--tmpfs", "/run", "--bind", room, room, "--ro-bind", stand_ins, "/usr/local/bin",
            "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP", "--chdir", room, "--",
            "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--bounding-set=-all", *words]


STEPS = """cd "$HOME/project" || exit 99
text=$(cat "$1/row"; printf x); text=${text%x}
ulimit -f 200000 2>/dev/null  # no row fills the disk
"$1/guard" check --json --shell "$text" >"$1/said"
"$1/guard" policy explain --json --shell "$text" >"$1/explained"
timeout -k 2 25 "$1/guard" run --on-ask deny -- bash -c "$text" >/dev/null 2>"$1/errors" </dev/null
echo $? >"$1/status"
"$1/guard" audit export --format jsonl >"$1/record" 2>/dev/null
"""


def play(guard, template, row):
    with tempfile.TemporaryDirectory(prefix="guard-played-", dir="/var/tmp") as folder:
        room = pathlib.Path(folder)
        subprocess.run(["cp", "-a", template, room / "home"], check=True)
        os.link(guard, room / "guard")
        (room / "row").write_text(row.text)
        (room / "steps").write_text(STEPS)
        os.chmod(room, 0o755)
        os.chown(room, NOBODY, NOBODY)
        stand_ins = room / "bin"
        make_stand_ins(stand_ins, row.text)
        environment = scene.environment(room / "home") | {"USER": "nobody"}
        try:
            subprocess.run(sandbox(str(room), str(stand_ins), ["sh", str(room / "steps"), str(room)]),
                           env=environment, timeout=SECONDS, stdin=subprocess.DEVNULL, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        except subprocess.TimeoutExpired:
            return Played(row, {}, [], [], 124, "differs", "it did not end")
        return read_back(row, room)


def read_back(row, room):
    try:
        said = json.loads((room / "said").read_text())
        explained = json.loads((room / "explained").read_text())
        records = [json.loads(line) for line in (room / "record").read_text().splitlines()]
        status = int((room / "status").read_text())
    except (OSError, ValueError) as error:
        return Played(row, {}, [], [], 125, "differs", f"could not be played: {error}")
    acts = [(act["decision"]["decision"], act["decision"]["rule"], tuple(act["decision"]["categories"]))
            for act in explained["acts"] if act["decision"]["decision"] != "allow"]
    played = Played(row, said, acts, [record for record in records if record.get("kind") == "act"], status,
                    (room / "errors").read_text(errors="replace"), len(explained["acts"]),
                    wrapped=rules_of_wrapped(explained, records))
    played.kind, played.note = compare(played)
    return played


def rules_of_wrapped(explained, records):
    """Tells that programs did not start because the one that would have started them has only a stand-in here."""
    ran = {os.path.basename(record["argv"][0]) for record in records if record.get("argv")}
    rules, behind = set(), False
    for act in explained["acts"]:
        programs = {reading[0]["program"] for reading in act["read_as"] if reading}
        if behind and programs and not programs & ran:
            rules.add(act["decision"]["rule"])
        behind = behind or bool(programs & ran - REAL)
    return frozenset(rules)


def verdict_of(record):
    """A question that nobody answers is a denial on record."""
    if record["decision"] == "block":
        return "block"
    return "ask" if record.get("approval_status") not in ("auto", None) else "deny"


def compare(played):
    said, refused = played.said, [record for record in played.records if record["decision"] in REFUSED]
    wanted = {rule for _, rule, _ in played.acts} | {said["rule"]}
    if said["decision"] == "allow":
        if not refused:
            return "same", ""
        first = refused[0]
        note = f"said to run; refused: {first['act']} [{first['rule']}]"
        if said["judged_later"]:
            return "later", note
        return ("earlier", note) if played.commands > 1 else ("differs", note)
    if not refused:
        return why_not_refused(played)
    first = refused[0]
    note = f"said {said['decision']} [{said['rule']}]; was {verdict_of(first)} [{first['rule']}] of {first['act']}"
    if said["rule"].startswith("kill.") and first["rule"] == "signal.outside":
        return "builtin", note
    if any(record["rule"] in wanted for record in refused):
        return compare_categories(played, [record for record in refused if record["rule"] in wanted][0], note)
    if said["rule"] in ONLY_RUNS_KNOW:
        return "unknown", note
    return ("later", note) if said["judged_later"] else ("differs", note)


def compare_categories(played, record, note):
    """The act of the same rule has the same verdict, and every category that an answer would need."""
    said = [(verdict, set(categories)) for verdict, rule, categories in played.acts if rule == record["rule"]]
    if not said:
        said = [(played.said["decision"], set(played.said["categories"]))]
    was = verdict_of(record)
    if not any(verdict == was or {verdict, was} == {"deny", "block"} for verdict, _ in said):
        return "differs", note + ": another verdict"
    if not any(set(record["categories"]) <= categories for _, categories in said):
        return "differs", note + f": categories {record['categories']}"
    return "same", ""


def why_not_refused(played):
    said = played.said
    note = f"said {said['decision']} [{said['rule']}]; nothing was refused, status {played.status}"
    if set(TOLD.findall(played.errors)) & ({rule for _, rule, _ in played.acts} | {said["rule"]}):
        return "same", ""  # refused to one that outlived the session, and so on no record that was read
    if said["rule"] in ONLY_RUNS_KNOW or OF_TEXT.get(said["rule"], re.compile("(?!)")).search(played.row.text):
        return "unknown", note
    if said["rule"] in played.wrapped:
        return "stand_in", note
    if said["rule"].startswith("kill."):
        return "builtin", note
    if said["rule"].startswith(("fs.", "undo.")) and DENIED.search(played.errors):
        return "forbidden", note
    run = {" ".join(record.get("argv") or [])[:40] for record in played.records if record["act"] == "exec"}
    if said["rule"] == "fs.read" and not {name.split()[0] for name in run} - {"bash"} & REAL:
        return "stand_in", note  # it reads nothing
    if " -ok" in played.row.text:
        return "not_reached", note  # nobody is there to say yes
    if played.status == 0 and len(run) > 1:
        return "differs", note + f"; ran {sorted(run)[:4]}"
    return "not_reached", note + f"; ran {sorted(run)[:4]}"


def may_be_played(row, said):
    if NEVER.search(row.text):
        return False
    return said["decision"] != "allow" or not BEYOND.search(row.text)


def flow_rows():
    """Texts whose variables or folder change on the way; they have no label of the corpus."""
    path = measure.HERE / "flow.tsv"
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return [measure.Row("flow", "flow", "check", line, f"{path.name}:{number}") for number, line in lines
            if line and not line.startswith("#")]


def check_all(guard, rows):
    with tempfile.TemporaryDirectory(prefix="guard-corpus-") as folder:
        home, workspace = scene.prepare(folder)
        measure.judge(guard, rows, home, workspace)
    return [row for row in rows if may_be_played(row, {"decision": row.verdict})]


def print_result(played, show_all):
    kinds = collections.Counter(each.kind for each in played)
    for each in played:
        if each.kind == "differs" or (show_all and each.kind != "same"):
            print(f"{each.kind:<12} {each.row.place}: {each.row.text!r}\n             {each.note}")
    print(f"{len(played)} rows played: {kinds.pop('same', 0)} as said")
    for kind, meaning in KINDS.items():
        if kind in kinds:
            print(f"{kinds.pop(kind):>5} {kind}: {meaning}")
    print(f"{kinds['differs']:>5} differ")
    return kinds["differs"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guard", required=True)
    parser.add_argument("--every", type=int, default=1, help="only each Nth row")
    parser.add_argument("--filter", default="", help="only rows with this text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--all", action="store_true", help="show rows of every kind but the same")
    chosen = parser.parse_args()
    if os.geteuid() != 0 or not shutil.which("bwrap"):
        print("differential: needs root, to become nobody, and bubblewrap")
        return 77
    rows = [row for label in ("ordinary", "dangerous") for row in measure.read_rows(label)]
    rows = [row for row in rows if chosen.filter in row.text][::chosen.every]
    rows += [row for row in flow_rows() if chosen.filter in row.text]
    rows = check_all(chosen.guard, rows)
    with tempfile.TemporaryDirectory(prefix="guard-scene-", dir="/var/tmp") as folder:
        home, _ = scene.prepare(folder)
        subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", home], check=True)
        guard = pathlib.Path(folder) / "guard"  # where nobody can reach it
        shutil.copy(chosen.guard, guard)
        with concurrent.futures.ThreadPoolExecutor(chosen.jobs) as pool:
            played = list(pool.map(lambda row: play(guard, home, row), rows))
    return 1 if print_result(played, chosen.all) else 0


if __name__ == "__main__":
    sys.exit(main())
