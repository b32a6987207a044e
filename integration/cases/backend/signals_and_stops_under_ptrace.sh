# SPDX-License-Identifier: Apache-2.0
# Under the ptrace backend signals come as they come, a stopped program stays stopped until it is
# continued and its parent hears of it, Ctrl-C withdraws a question, and a debugger inside is refused.
. "$LIB/case.sh"
export GUARD_BACKEND=ptrace
guard_run -- python3 -c '
import os, signal, time
child = os.fork()
if child == 0:
    while not os.path.exists("go"): time.sleep(0.01)
    open("went", "w").close()
    time.sleep(60)
os.kill(child, signal.SIGSTOP)
_, status = os.waitpid(child, os.WUNTRACED)
print("stopped", os.WIFSTOPPED(status), os.WSTOPSIG(status) == signal.SIGSTOP)
open("go", "w").close()
time.sleep(0.5)
print("stays", not os.path.exists("went"))
os.kill(child, signal.SIGCONT)
_, status = os.waitpid(child, os.WCONTINUED)
print("continued", os.WIFCONTINUED(status))
while not os.path.exists("went"): time.sleep(0.01)
os.kill(child, signal.SIGTERM)
_, status = os.waitpid(child, 0)
print("ended", os.WTERMSIG(status) == signal.SIGTERM)'
assert_status 0
for line in "stopped True True" "stays True" "continued True" "ended True"; do assert_says "$OUT" "$line"; done
# A question whose program is interrupted is withdrawn, and its handler runs.
precious nest/egg
start_guarded --no-undo -- python3 -c '
import os, signal, sys
def stop(*_):
    print("interrupted", flush=True)
    sys.exit(5)
signal.signal(signal.SIGINT, stop)
open("pid", "w").write(str(os.getpid()))
os.unlink("nest/egg")'
wait_for_question
kill -INT "$guard_pid"
finish_guarded
assert_status 5
assert_says "$OUT" interrupted
assert_untouched nest/egg
until_true 5 no_question_waits || fail "the question still waits"
if command -v strace >/dev/null; then
  guard_run --on-ask deny -- strace -o log true
  assert_status_not 0
fi
