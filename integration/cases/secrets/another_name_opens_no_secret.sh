# SPDX-License-Identifier: Apache-2.0
# A secret that has another name (a hard link, what a link leads to, after an answered move) is one for
# every open, move and change by that name, whatever the flags of the open.
. "$LIB/case.sh"
canary=canary-$RANDOM$RANDOM$RANDOM
echo "TOKEN=$canary" >.env
ln .env plain
mkdir conf sub
echo "TOKEN=$canary" >conf/dev
ln -s ../conf/dev sub/.env
cat >try.py <<'PYTHON'
import os, sys
flags = {"rdwr": os.O_RDWR, "rdwr-now": os.O_RDWR | os.O_NONBLOCK, "make": os.O_RDONLY | os.O_CREAT,
         "append": os.O_RDWR | os.O_APPEND, "read": os.O_RDONLY}
for path in sys.argv[1:]:
    for name, flag in flags.items():
        try:
            print(path, name, os.read(os.open(path, flag), 100))
        except OSError as error:
            print(path, name, error.strerror)
    for name, act in (("write", lambda: open(path, "a").write("x")), ("truncate", lambda: os.truncate(path, 0)),
                      ("link", lambda: os.link(path, path + ".l")), ("move", lambda: os.rename(path, path + ".m")),
                      ("mode", lambda: os.chmod(path, 0o666))):
        try:
            act()
            print(path, name, "went")
        except OSError as error:
            print(path, name, error.strerror)
PYTHON
guard_run --on-ask deny -- bash -c 'sleep 1; exec python3 -B try.py plain conf/dev'
assert_silent "$OUT" "$canary" "went"
[[ $(grep -c "plain\|conf/dev" "$OUT") == 20 ]] || fail "$(<"$OUT")"
grep -q "plain write Operation not permitted" "$OUT" || fail "$(<"$OUT")"
[[ $(cat .env conf/dev) == "TOKEN=$canary"$'\n'"TOKEN=$canary" ]] || fail "changed"

# After a move that somebody approved.
start_guarded -- bash -c 'mv .env moved; exec python3 -B try.py moved'
wait_for_question
guard approve "$question_id"
turns=0
while kill -0 "$guard_pid" 2>/dev/null && ((turns++ < 300)); do
  one_question_waits && guard deny "$question_id" >/dev/null
  sleep 0.05
done
finish_guarded
assert_silent "$OUT" "$canary" "went"
[[ $(grep -c "^moved" "$OUT") == 10 ]] || fail "$(<"$OUT") $(<"$ERR")"
[[ $(<moved) == "TOKEN=$canary" ]] || fail "changed"
