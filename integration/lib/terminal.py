# SPDX-License-Identifier: Apache-2.0
"""A program in a pseudo-terminal of its own, driven like a person would: send, expect."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

SECONDS = 40  # a loaded machine needs some of them; only a failure takes them all


class Terminal:
    def __init__(self, words, rows=24, columns=80, prompt="ready> "):
        self.prompt_text, self.seen, self.all = prompt, "", ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execvp(words[0], words)
        self.resize(rows, columns)

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def name(self):
        """/dev/pts/N of the program's side."""
        TIOCGPTN = 0x80045430  # not in termios before Python 3.13
        return "/dev/pts/%d" % struct.unpack("i", fcntl.ioctl(self.fd, TIOCGPTN, bytes(4)))

    def send(self, text):
        os.write(self.fd, text.encode())

    def expect(self, text):
        """Waits until TEXT was shown after what earlier calls waited for; carriage returns and
        escape sequences do not count."""
        end = time.monotonic() + SECONDS
        while text not in self.seen:
            ready, _, _ = select.select([self.fd], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise SystemExit(f"waited for {text!r}, the terminal shows:\n{self.all[-3000:]}")
            try:
                block = os.read(self.fd, 65536).decode(errors="replace")
            except OSError:
                raise SystemExit(f"ended before {text!r}:\n{self.all[-3000:]}") from None
            block = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", block)
            self.all += block
            self.seen += block
        self.seen = self.seen[self.seen.index(text) + len(text):]

    def prompt(self):
        self.expect(self.prompt_text)

    def run(self, line, shown=None):
        """Types a line for the shell, waits for what it shows on a line of its own, and the prompt."""
        self.send(line + "\n")
        if shown is not None:
            self.expect("\n" + shown)
        self.prompt()

    def close(self):
        os.close(self.fd)
        try:
            os.kill(self.pid, signal.SIGHUP)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
