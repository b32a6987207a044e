#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole workloads: bare, under guard, and under the neighbours that are installed, in turn; under `floor` too: what
calls that bind cost at least on this kernel and machine (workloads/floor.c).

Every round runs each side once; the ratio to bare is taken inside the round, and the median over the
rounds is printed, so that a machine which is busy for a while spoils rounds, not results. A workload
whose bare times differ by more than 1.5 is not reported but run again, twice at most.

Exit status: 0, or 1 when a workload failed or (with --check) a result misses its target.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from workloads import WORKLOADS, compiled  # noqa: E402

SPREAD = 1.5
TRIES = 3


class Failed(Exception):
    pass


def sides_of(guard, state, wanted):
    """name -> words in front of the command"""
    sides = {"bare": []}
    sides["guard"] = [guard, "run", "--on-ask", "deny", "--"]
    sides["floor"] = [str(compiled("floor.c", pathlib.Path(state)))]
    sides["ptrace"] = [guard, "run", "--backend", "ptrace", "--on-ask", "deny", "--"]
    if shutil.which("strace"):
        sides["strace"] = ["strace", "-f", "--seccomp-bpf", "-qq", "-o", os.path.join(state, "strace"),
                           "-e", "trace=execve,unlink,unlinkat,rename,renameat2,openat"]
    if shutil.which("bwrap"):
        sides["bwrap"] = ["bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--die-with-parent"]
    return {name: words for name, words in sides.items() if name in wanted or name == "bare"}


def run_once(words, workload, room, environment):
    """Seconds of one run in a folder that the workload prepared."""
    if workload.keeps_rooms:
        room = pathlib.Path(tempfile.mkdtemp(prefix="work", dir=room.parent))
    elif room.exists():
        shutil.rmtree(room)
    room.mkdir(parents=True, exist_ok=True)
    workload.prepare(room)
    start = time.monotonic()
    done = subprocess.run([*words, *workload.command(room)], cwd=room, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    seconds = time.monotonic() - start
    if done.returncode != 0:
        raise Failed(f"{workload.name}: {' '.join(words[:2]) or 'bare'} ended with "
                     f"{done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")
    return workload.figure(seconds, done.stdout.decode(errors="replace"))


def rounds_of(workload, sides, count, room, environment):
    """side -> figures, one for each round; the order turns, so that no side always follows another"""
    figures = {name: [] for name in sides}
    names = list(sides)
    for name in names:  # a first run for caches; not counted
        run_once(sides[name], workload, room, environment)
    for number in range(count):
        for name in names[number % len(names):] + names[:number % len(names)]:
            figures[name].append(run_once(sides[name], workload, room, environment))
    return figures


def measure(workload, sides, count, room, environment, say):
    for attempt in range(TRIES):
        figures = rounds_of(workload, sides, count, room, environment)
        bare = figures["bare"]
        if max(bare) <= SPREAD * min(bare) + workload.slack:
            return figures
        say(f"{workload.name}: bare runs differ by {max(bare) / min(bare):.1f}, run {attempt + 1} "
            "thrown away")
    return None


def result_of(workload, figures):
    bare = figures["bare"]
    result = {"workload": workload.name, "measure": workload.measure,
              "bare": statistics.median(bare), "bare_text": workload.shown(statistics.median(bare)), "must": workload.must, "aim": workload.aim, "sides": {}}
    for name, values in figures.items():
        if name == "bare":
            continue
        compared = [workload.compare(value, base) for value, base in zip(values, bare)]
        result["sides"][name] = {"median": statistics.median(compared), "least": min(compared),
                                 "most": max(compared)}
    return result


def line_of(result):
    guard = result["sides"].get("guard")
    parts = [f"{result['workload']:<12} bare {result['bare_text']:>10}"]
    if guard is not None:
        verdict = "" if result["must"] is None else (
            "  ok" if guard["median"] <= result["must"] else "  MISSED")
        must = "" if result["must"] is None else f" (must {result['must']}, aim {result['aim']})"
        parts.append(f"guard {guard['median']:7.3f} [{guard['least']:.3f}..{guard['most']:.3f}]"
                     f"{must}{verdict}")
    for name, side in result["sides"].items():
        if name != "guard":
            parts.append(f"{name} {side['median']:.3f}")
    return "  ".join(parts)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--guard", default=str(pathlib.Path(__file__).parents[1] / "build/bin/guard"))
    parser.add_argument("--pairs", type=int, default=7, help="rounds of each workload (default 7)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME",
                        help="this workload (may be repeated): " + " ".join(WORKLOADS))
    parser.add_argument("--without", action="append", default=[], metavar="SIDE",
                        help="leave out guard, floor, strace or bwrap")
    parser.add_argument("--ptrace", action="store_true", help="also guard by its other backend")
    parser.add_argument("--json", metavar="FILE", help="write the results there")
    parser.add_argument("--secrets", type=int, default=30, metavar="N",
                        help="so many secrets lie in the home, which guard holds (default: 30)")
    parser.add_argument("--check", action="store_true", help="fail when a target is missed")
    chosen = parser.parse_args(arguments)
    chosen.guard = os.path.abspath(chosen.guard)  # every run has a folder of its own
    unknown = set(chosen.only) - set(WORKLOADS)
    if unknown:
        parser.error("no workload " + ", ".join(sorted(unknown)))
    return chosen


def make_secrets(home, count):
    """In the places where secrets usually lie; nobody reads them."""
    names = [".aws/credentials", ".netrc", ".npmrc", ".docker/config.json", ".kube/config"]
    names += [f".ssh/id_ed25519_{number}" for number in range(count)]
    for name in names[:count]:
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a secret\n")


def main(arguments):
    options = parse(arguments)
    wanted = {"guard", "floor", "strace", "bwrap", *(["ptrace"] if options.ptrace else [])} - set(options.without)
    results, failed = [], False
    with tempfile.TemporaryDirectory(prefix="guard-bench-") as folder:
        environment = {**os.environ, "GUARD_STATE_DIR": folder + "/state", "LC_ALL": "C.UTF-8",
                       "CCACHE_DISABLE": "1", "GIT_CONFIG_NOSYSTEM": "1", "HOME": folder + "/home",
                       "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"}
        os.makedirs(folder + "/home")
        make_secrets(pathlib.Path(folder) / "home", options.secrets)
        sides = sides_of(options.guard, folder, wanted)
        say = lambda text: print(text, file=sys.stderr, flush=True)  # noqa: E731
        for name in options.only or WORKLOADS:
            workload = WORKLOADS[name]
            here = {side: words for side, words in sides.items() if side in (*workload.sides, "ptrace")}
            try:
                with workload.room(folder) as room:
                    figures = measure(workload, here, options.pairs, pathlib.Path(room) / "work",
                                      environment, say)
            except Failed as error:
                say(str(error))
                failed = True
                continue
            if figures is None:
                say(f"{name}: this machine is too busy to tell")
                failed = True
                continue
            results.append(result_of(workload, figures))
            print(line_of(results[-1]), flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
    missed = [r for r in results if r["must"] is not None and "guard" in r["sides"]
              and r["sides"]["guard"]["median"] > r["must"]]
    return 1 if failed or (options.check and missed) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
