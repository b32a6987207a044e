# SPDX-License-Identifier: Apache-2.0
"""A program in a pseudo-terminal of its own, whose bytes are kept as they came: for what reaches a
terminal, and for terminals that fail."""
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

SECONDS = 30


class RawTerminal:
    def __init__(self, words, rows=24, columns=80, env=None):
        self.bytes = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execvpe(words[0], words, {**os.environ, **(env or {})})
        self.resize(rows, columns)

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def name(self):
        tiocgptn = 0x80045430
        return f"/dev/pts/{struct.unpack('i', fcntl.ioctl(self.fd, tiocgptn, bytes(4)))[0]}"

    def send(self, data):
        os.write(self.fd, data)

    def read(self, seconds):
        """The bytes that come within that time; False when the other side has closed."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.fd], [], [], left)[0]:
                return True
            try:
                block = os.read(self.fd, 65536)
            except OSError:
                return False
            if not block:
                return False
            self.bytes += block
        return True

    def until(self, text, after=0):
        """Waits until TEXT came behind the first AFTER bytes; returns where it ends."""
        end = time.monotonic() + SECONDS
        open_still = True
        while text not in self.bytes[after:]:
            if time.monotonic() > end or not open_still:
                raise SystemExit(f"no {text!r}, the terminal has: {self.bytes[-2000:]!r}")
            open_still = self.read(0.2)
        return self.bytes.index(text, after) + len(text)

    def close(self):
        """The terminal goes, as when its window is closed."""
        os.close(self.fd)
        self.fd = -1

    def end(self):
        """Ends the program if it still lives; its status as wait(2) gives it."""
        for number in (0, signal.SIGTERM, signal.SIGKILL):
            if number:
                os.kill(self.pid, number)
            for _ in range(50):
                done, status = os.waitpid(self.pid, os.WNOHANG)
                if done:
                    return status
                if self.fd >= 0:
                    self.read(0.05)
                else:
                    time.sleep(0.05)
        return None
