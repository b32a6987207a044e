#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of host names (names: fake): a connect to an allowed name that was looked up before, one byte's way there
and back on the connected socket, and its throughput. Bare, by name, with names off, and under what the kernel alone asks of a
supervisor that connects in its caller's place (workloads/floor.c), in turn, each round once; differences and ratios are taken inside a
round, and the median over the rounds is printed. Needs root: it makes a network, with a name server and a web server of its own.

Exit status: 0, or with --check 1 when the connect costs more than wanted.
"""
import argparse
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from workloads import compiled  # noqa: E402

NAME_SERVER = pathlib.Path(__file__).parents[1] / "integration" / "lib" / "name_server.py"
HOST, ADDRESS, RESOLVER, PORT, CONNECTS = "good.test", "203.0.113.10", "203.0.113.53", 8080, 2000
WANTED = 40  # us that a connect may cost over bare
SIDES = ("bare", "floor", "off", "fake")


def set_up(room):
    (room / "resolv.conf").write_text(f"nameserver {RESOLVER}\n")
    steps = [["mount", "--bind", room / "resolv.conf", "/etc/resolv.conf"], ["ip", "link", "set", "lo", "up"]]
    steps += [["ip", "addr", "add", f"{one}/32", "dev", "lo"] for one in (RESOLVER, ADDRESS)]
    steps += [["ip", "addr", "add", "203.0.113.1/24", "dev", "lo"], ["ip", "route", "add", "default", "dev", "lo"]]
    for step in steps:
        subprocess.run(step, check=True)
    for names in ("off", "fake"):
        (room / f"{names}.yaml").write_text(f"network: {{names: {names}, allow: [{HOST}]}}\n")


def servers(room, program):
    words = ([sys.executable, "-B", NAME_SERVER, RESOLVER, f"{HOST}={ADDRESS}"], [program, "serve", ADDRESS, str(PORT)])
    started = [subprocess.Popen([str(word) for word in each], cwd=room) for each in words]
    while not (room / "named").exists():
        time.sleep(0.05)
    for _ in range(100):
        try:
            socket.create_connection((ADDRESS, PORT)).close()
            break
        except OSError:
            time.sleep(0.05)
    return started


# (us of a connect, us of a round trip, bytes in a us)
def figures(options, room, program, side):
    guard = [options.guard, "run", "--policy", str(room / f"{side}.yaml"), "--on-ask", "deny", "--"]
    before = {"bare": [], "floor": [str(options.floor)]}.get(side, guard)
    words = before + [str(program), HOST, str(PORT), str(CONNECTS)]
    env = {**os.environ, "HOME": str(room / "home"), "GUARD_STATE_DIR": str(room / "state")}
    done = subprocess.run(words, cwd=room, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{side} ended with {done.returncode}: {done.stderr[-300:]}")
    return [float(word) for word in done.stdout.split()]


def report(rounds):
    median = statistics.median
    print(f"bare: connect {median(one['bare'][0] for one in rounds):.1f} us, round trip "
          f"{median(one['bare'][1] for one in rounds):.1f} us, {median(one['bare'][2] for one in rounds):.0f} MB/s")
    for side in SIDES[1:]:
        added = [one[side][0] - one["bare"][0] for one in rounds]
        print(f"{side if side == 'floor' else 'names: ' + side:<11} connect + {median(added):.1f} us [{min(added):.1f}..{max(added):.1f}], round trip "
              f"{median(one[side][1] / one['bare'][1] for one in rounds):.2f} of bare, throughput "
              f"{median(one[side][2] / one['bare'][2] for one in rounds):.2f} of bare")
    cost = median(one["fake"][0] - one["bare"][0] for one in rounds)
    print(f"a connect by name costs {cost:.1f} us over bare (wanted {WANTED})" + ("" if cost <= WANTED else "  MISSED"))
    return cost <= WANTED


def inside(options):
    with tempfile.TemporaryDirectory(prefix="guard-bench-") as folder:
        room = pathlib.Path(folder)
        (room / "home").mkdir()
        set_up(room)
        program = compiled("connect.c", room, "-pthread")
        options.floor = compiled("floor.c", room)
        started = servers(room, program)
        try:
            rounds = []
            for number in range(options.pairs + 1):  # the first is for caches, and not counted
                turned = SIDES[number % len(SIDES):] + SIDES[:number % len(SIDES)]
                rounds.append({side: figures(options, room, program, side) for side in turned})
            good = report(rounds[1:])
        finally:
            for one in started:
                one.terminate()
                one.wait()
    return 0 if good or not options.check else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--guard", default=str(pathlib.Path(__file__).parents[1] / "build/bin/guard"))
    parser.add_argument("--pairs", type=int, default=7, help="rounds (default 7)")
    parser.add_argument("--check", action="store_true", help="fail when a connect costs more than wanted")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.guard = os.path.abspath(options.guard)
    if os.geteuid() != 0:
        sys.exit("bench/names.py: needs root, for a network of its own")
    if not options.inside:
        os.execvp("unshare", ["unshare", "-n", "-m", sys.executable, "-B", __file__, *sys.argv[1:], "--inside"])
    return inside(options)


if __name__ == "__main__":
    sys.exit(main())
