# SPDX-License-Identifier: Apache-2.0
# On a terminal, too, a line says that only this machine reaches a server.
. "$LIB/case.sh"
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os
from raw_terminal import RawTerminal

program = "import socket; s = socket.socket(); s.bind(('0.0.0.0', 0)); s.listen(); print('listens')"
terminal = RawTerminal([os.environ["GUARD"], "run", "--", "python3", "-c", program], 24, 200)
terminal.until(b"only this machine can reach")
terminal.end()
PYTHON
