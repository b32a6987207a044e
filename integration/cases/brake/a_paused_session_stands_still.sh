# SPDX-License-Identifier: Apache-2.0
# A process that makes calls stands still, and so does one that makes none. Resumed, all goes on; who ordered it
# is on record.
. "$LIB/case.sh"
cat >work.sh <<'SH'
(i=0; while :; do printf '%s\n' $((i += 1)); done >counted) & # no call that guard judges
while :; do date +%N >told; sleep 0.02; done
SH
start_guarded --session standing -- bash work.sh
until_true 10 test -s told || fail "it does not run"
stands() { # FILE: its content stays as it is
  local before
  before=$(stat -c %Y.%s "$1" && tail -c 100 "$1")
  sleep 0.6
  [[ $before == "$(stat -c %Y.%s "$1" && tail -c 100 "$1")" ]]
}
stands told && fail "not running"
guard pause >"$CASE_ROOM/said" || fail "$(<"$CASE_ROOM/said")"
assert_says "$CASE_ROOM/said" "standing paused"
stands told || fail "its calls go on"
stands counted || fail "it computes on"
guard status | grep -q 'standing *paused' || fail "$(guard status)"
api_get standing /v1/session | grep -q '"state": *"paused"' || fail "$(api_get standing /v1/session)"
guard pause 2>"$CASE_ROOM/said" && fail "paused twice"
assert_says "$CASE_ROOM/said" "is paused already, by"
guard resume standing || fail "not resumed"
stands told && fail "its calls do not go on"
stands counted && fail "it does not compute on"
guard resume standing 2>"$CASE_ROOM/said" && fail "resumed twice"
assert_says "$CASE_ROOM/said" "standing is not paused"
guard stop standing
finish_guarded
assert_status 143
for what in paused resumed ended; do
  assert_recorded "r['act'] == 'brake' and r['result_summary'].startswith('$what by $(id -un) (guard ')"
  guard audit list --act brake --by "$(id -un)" | grep -q "$what by" || fail "$(guard audit list --act brake)"
done
assert_says "$ERR" "guard: paused by $(id -un) (guard pause); guard resume lets it go on"
[[ -z $(find /sys/fs/cgroup -maxdepth 4 -name 'guard-standing-*' 2>/dev/null) ]] || fail "the control group is left"
