# SPDX-License-Identifier: Apache-2.0
# However its options are written, and whatever stands before, behind or beside it in one line, an rm
# of what was there before is asked about. Threats 35, 36, 37.
. "$LIB/case.sh"
git init -q .
lines=(
  'rm -rf nest' 'rm -fr nest' 'rm -r -f nest' 'rm -f -r -- nest' 'rm -Rf nest' 'rm --recursive --force nest' 'rm --recurs --forc nest' 'rm -rfv nest' 'rm  -r	-f   nest' 'rm nest -rf' 'rm -rf nest/' 'rm -rf ./nest/.' 'rm -rf nest/*'
  'rm -rf ne*' 'rm -rf {nest,}' 'rm -rf "$PWD"/nest' 'rm -rf -- -x nest' 'rm -d nest/egg' 'rm nest/egg' 'cd nest && rm egg' 'cd nest; rm -rf ../nest' 'pushd nest >/dev/null; rm -f egg'
  'rm -f born; rm -rf nest' 'rm born && rm -rf nest' 'touch a; rm a nest/egg' 'rm -rf a b c nest' 'git log >/dev/null 2>&1; rm -rf nest' 'git status && rm -rf nest' 'true || false; rm -rf nest' 'false || rm -rf nest'
  'echo x & rm -rf nest' 'echo x | rm -rf nest' 'cat <(rm -rf nest)' 'echo >(rm -rf nest)' 'echo "$(rm -rf nest)"' 'echo `rm -rf nest`' '{ rm -rf nest; }' '(rm -rf nest)' '((x=1)); rm -rf nest' 'case a in a) rm -rf nest;; esac'
  'for x in nest; do rm -rf "$x"; done' 'while rm -rf nest; do break; done' 'ls && rm -rf nest # harmless' 'rm \
-rf nest' 'rm -rf nest >/dev/null 2>&1 &
wait' 'coproc rm -rf nest; wait' 'time rm -rf nest'
)
for line in "${lines[@]}"; do
  precious nest/egg
  guard_run --on-ask deny -- bash -c "$line"
  assert_untouched nest/egg
done
assert_recorded "r['act'] == 'exec' and 'FS_DELETE_OVERWRITE' in r['categories'] and r['decision'] in ('ask', 'deny') and r['outcome'] == 'refused'"
for line in 'rm -rf nest' 'rm --recursive --force nest' 'git log; rm -rf nest' 'git log & rm -rf nest' 'git log | rm -rf nest' 'cat <(rm -rf nest)' 'echo $(rm -rf nest)' 'rm -rf a; rm -rf nest'; do
  status=0
  guard check --shell "$line" >"$OUT" || status=$?
  [[ $status -eq 3 ]] || fail "the preview does not ask: $line"
done
guard_run --on-ask deny -- bash -c 'mkdir -p born/deep; touch born/a; git log >/dev/null 2>&1; rm -r -f born && echo "only mine"'
assert_content "$OUT" "only mine"
