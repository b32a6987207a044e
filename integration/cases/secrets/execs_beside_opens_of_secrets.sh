# SPDX-License-Identifier: Apache-2.0
# The tree is held for a moment whenever a lease of a secret has to be renewed, with those in it that
# wait for the answer to an exec: these are verified as ever, and asked ones run after their answer.
# timeout: 60
. "$LIB/case.sh"
echo TOKEN=canary >.env
cat >open_secret.py <<'PY'
import os
while not os.path.exists("done"):
    try:
        os.close(os.open(".env", os.O_RDONLY | os.O_NONBLOCK))
    except OSError:
        pass
PY
cat >work.sh <<'SH'
python3 open_secret.py & opener=$!
for n in {1..150}; do /bin/true || exit 11; done
for n in {1..30}; do
  git push 2>/dev/null
  (($? == 128)) || exit 12
done
touch done
wait "$opener"
SH
guard_run --on-ask allow -- bash work.sh
assert_status 0
wait_for_closing
assert_recorded "r['rule'] == 'git.push' and r['decision'] == 'allow'"
assert_not_recorded "'a debugger holds the process' in json.dumps(r)"
