# SPDX-License-Identifier: Apache-2.0
# Nobody is asked about a command when its words say that a rule refuses part of it a moment later.
. "$LIB/case.sh"
stand_in docker npm
mkdir -p zz/q
for i in 1 2 3 4 5 6 7 8 9; do precious "zz/q/$i"; done
cat >policy.yaml <<'YAML'
version: 1
rules:
  - {id: d1, when: {command: docker}, decision: deny, message: no containers here}
  - {id: d2, when: {command: rm, flags: [r, R, recursive]}, decision: deny}
YAML
start_guarded --policy policy.yaml -- bash -c 'docker system prune -f; echo after'
finish_guarded
assert_says "$ERR" "(rule d1)"
assert_says "$ERR" "no containers here"
assert_nothing_ran docker
assert_not_recorded "r['approval_status'] in ('approved', 'denied', 'timeout')"
start_guarded --policy policy.yaml -- find zz/q -exec rm -r {} +
finish_guarded
assert_says "$ERR" "(rule d2)"
assert_untouched zz/q/1
assert_not_recorded "r['approval_status'] in ('approved', 'denied', 'timeout')"
