# SPDX-License-Identifier: Apache-2.0
# Descriptors that ordinary programs hand on go through unchanged and untold: pipes, named pipes of the workspace,
# eventfds, harmless devices, files that are only read, pairs of a parent, make's job server. A terminal does too, as
# CMD's own.
# timeout: 240
. "$LIB/case.sh"
mkfifo named
passing=(pipe_read pipe_write fifo read eventfd null zero pair datagram_pair)
look='for n in "$@"; do [[ -e /proc/self/fd/$n ]] || echo "$n is closed"; done; echo looked'
numbers=()
for i in "${!passing[@]}"; do numbers+=($((20 + i))); done
read -ra backends <<<"${GUARD_BACKEND:-notify ptrace preload}"
for backend in "${backends[@]}"; do
  python3 -B "$LIB/inherited.py" "${passing[@]}" -- "$GUARD" run --backend "$backend" -- bash -c "$look" look "${numbers[@]}" \
    </dev/null >"$OUT" 2>"$ERR"
  assert_content "$OUT" looked
  assert_silent "$ERR" closed
  assert_silent "$ERR" descriptor
done

# guard holds no end open: who reads to the end, while CMD goes on, finds one.
mkfifo ended
(cat <ended >got && echo over >over) &
# Not by a function: its shell would have the descriptor too.
"$GUARD" run -- bash -c 'echo word >&9; exec 9>&-; for i in {1..200}; do [[ ! -e over ]] || exit 0; sleep 0.05; done; exit 1' 9>ended >"$OUT" 2>"$ERR" </dev/null ||
  fail "somebody holds the pipe open"
assert_content got word

if command -v make >/dev/null; then
  # In a job that has none free, a make inside waits for one: it speaks to the same server.
  cat >inner.mk <<'MAKE'
all: a b c
a b c: ; @echo $@ >$@.done
MAKE
  printf 'all: one two\none two:\n\t+@%s run -- $(MAKE) -f inner.mk -C $@.d\n' "$GUARD" >Makefile
  mkdir one.d two.d
  cp inner.mk one.d
  cp inner.mk two.d
  make -j2 >"$OUT" 2>&1 || fail "make: $(<"$OUT")"
  assert_exists one.d/{a,b,c}.done two.d/{a,b,c}.done
  assert_silent "$OUT" "jobserver unavailable"
  assert_silent "$OUT" "inherited descriptor"
fi

if command -v node >/dev/null; then
  # A child of node's fork() talks to its parent by a pair, NODE_CHANNEL_FD.
  cat >parent.js <<'NODE'
const child = require('child_process').spawn(process.env.GUARD, ['run', '--', process.execPath, '-e',
  "process.on('message', (m) => { process.send('heard ' + m, () => process.disconnect()) })"],
  {stdio: ['ignore', 'inherit', 'inherit', 'ipc']});
child.on('message', (m) => console.log(m));
child.send('word');
NODE
  GUARD=$GUARD node parent.js >"$OUT" 2>"$ERR" </dev/null
  assert_content "$OUT" "heard word"
  assert_silent "$ERR" closed
fi

PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os
from terminal import Terminal

guard = os.environ["GUARD"]
shell = Terminal(["bash", "--norc", "--noprofile", "-i"])
shell.send("PS1=\"rea\"'dy> '\n")
shell.prompt()
# As dialog and whiptail are called: the third stream is a terminal, the very one that CMD has.
shell.run(f"{guard} run --quiet -- bash -c '[[ -t 3 && $(readlink /proc/self/fd/3) == $(readlink /proc/self/fd/0) ]] && echo sa\"\"me' 3>&1", "same")
shell.run(f"{guard} run --quiet -- bash -c 'echo by\"\"three >&3' 3>&1", "bythree")
shell.run(f"{guard} run --quiet -- bash -c '[[ $(tty) != '$(tty)' ]] && echo ow\"\"n' 3>/dev/tty", "own")
# Without one of its own CMD has the person's.
shell.run(f"{guard} run --quiet -- bash -c 'echo di\"\"rect >&3' 3>/dev/tty </dev/null | cat", "direct")
shell.close()
PYTHON
