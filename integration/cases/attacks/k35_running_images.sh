# SPDX-License-Identifier: Apache-2.0
# The image of a running program, guard's own first, is not overwritten through /proc/PID/exe, nor
# replaced under its name, without an answer. Threat K35 (CVE-2019-5736).
. "$LIB/case.sh"
mkdir "$HOME/programs"
cp "$GUARD" "$HOME/programs/guard"
cp "$GUARD" "$CASE_ROOM/guard.before"
GUARD=$HOME/programs/guard
cp "$PROGRAMS/stand_in" evil
start_guarded --on-ask deny -- bash -c 'until [[ -s pids ]]; do sleep 0.05; done
  for pid in $(cat pids); do
    cat evil >/proc/$pid/exe; cp evil /proc/$pid/exe; python3 -c "import os, sys; os.open(sys.argv[1], os.O_WRONLY | os.O_TRUNC)" /proc/$pid/exe
  done
  python3 -c "import os, sys; os.replace(\"evil\", sys.argv[1])" "$0"
  cat evil >"$0"; cp -f evil "$0"; mv -f evil "$0"; ln -f evil "$0"; rm -f "$0"; mv "$HOME/programs" x; echo end' "$GUARD"
found() { [[ $(guard_processes | wc -l) -ge 2 ]]; }
until_true 20 found || fail "guard's processes were not found"
guard_processes >pids.new
mv pids.new pids
finish_guarded
cmp -s "$GUARD" "$CASE_ROOM/guard.before" || fail "guard's own program was changed"
assert_says "$OUT" end
assert_recorded "'FS_OUTSIDE_WORKSPACE' in r['categories'] and r['decision'] in ('ask', 'deny') and any(o.endswith('/programs/guard') for o in r['objects'])"
guard_run --on-ask deny -- bash -c 'cp /bin/sleep tool; ./tool 3 & sleep 0.2; cat evil >/proc/$!/exe; kill $!; cp -f /bin/true tool; ./tool'
assert_status 0
