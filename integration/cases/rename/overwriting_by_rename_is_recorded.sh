# SPDX-License-Identifier: Apache-2.0
# mv over a file of before is an overwrite: judged and recorded, refused where a rule says so.
. "$LIB/case.sh"
precious kept/over
echo new >new
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: keep-it, when: {act: [write, delete], path: "kept/**"}, decision: deny, message: This one stays.}
YAML
guard_run --policy policy.yaml -- mv -f new kept/over
assert_status_not 0
assert_untouched kept/over
assert_exists new
assert_says "$ERR" "This one stays."
assert_recorded "r['rule'] == 'keep-it' and r['decision'] == 'deny'"
precious over
guard_run --on-ask allow -- mv -f new over
assert_recorded "'FS_DELETE_OVERWRITE' in r['categories'] and any(o.endswith('/over') for o in r['objects'])"
