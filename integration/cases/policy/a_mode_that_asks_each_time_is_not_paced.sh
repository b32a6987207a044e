# SPDX-License-Identifier: Apache-2.0
# Paranoid mode asks an agent for each command, also for the twelfth of one program; of tier 2 ten are
# asked about, and what comes then is denied with the reason.
# timeout: 120
. "$LIB/case.sh"
mkdir bin
printf '#!/bin/bash\nfor ((i = 0; i < 12; i++)); do "$@" || echo "refused $i"; done\n' >bin/claude
chmod +x bin/claude
# Slowly: more than ten questions within a second are denied, whoever asks.
approve_all() { # until the session ends; counts in $answers
  answers=0
  while kill -0 "$guard_pid" 2>/dev/null; do
    if one_question_waits && guard approve "$question_id" >/dev/null 2>&1; then
      answers=$((answers + 1))
      sleep 0.15
    else
      sleep 0.05
    fi
  done
}
start_guarded --mode paranoid -- ./bin/claude /bin/true
approve_all
finish_guarded
((answers >= 12)) || fail "asked $answers times"
assert_silent "$OUT" refused
git init -q .
start_guarded -- ./bin/claude git push origin a
approve_all
finish_guarded
((answers == 10)) || fail "asked $answers times about one program"
assert_recorded "r['rule'] == 'pace.asked' and r['argv'][:2] == ['git', 'push'] and 'was asked about 10 times' in r['reason']"
