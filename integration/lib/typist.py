# SPDX-License-Identifier: Apache-2.0
"""Types prose, code, shell lines and vim commands as people do: 20 to 200 ms a key, with pauses between
lines and in the middle of them that may be longer than a question waits. The one thing that it never does
is to rest right before a last `y` and Enter: that is the approval."""
import random
import time

LINES = (
    "move my plan to the next day, they say yes to it by Friday\r",
    "echo move my plan\r", "yes please, delete every year of my history by key\r", "why yes\r",
    "by the way: try yarn, only retry if necessary\r", "y = y + 1\r", "for y in range(10): yield y\r",
    "yay\r", "export KEY=y\r", "if (y == yy) return y;\r", "ls -y\r", "cat src/app.py | head\r",
    "vi summary.txt\r", "\x1b:wq\r", "\x1byyp\x1bxddkkjjy$p\r", "\x1bggVGy\"ayiw\r", "i y \x1bxxyl\r",
    "\x1b/key\rnny2j\r", "ready?\r", "deny it? no, no, never\r", "pretty easy, really\r", "ey\r", "xy\r",
)


def keys(seconds, seed):
    """Yields each key when it is time for it."""
    chance = random.Random(seed)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        line = chance.choice(LINES)
        speed = chance.uniform(0.02, 0.2)
        time.sleep(chance.choice((0.1, 0.3, 1.0, 1.7, 3.0)))
        for place, key in enumerate(line):
            if place > 0 and chance.random() < 0.02 and not line[place:].startswith("y\r"):
                time.sleep(chance.uniform(1.6, 2.2))
            yield key
            time.sleep(speed)
