# SPDX-License-Identifier: Apache-2.0
# --keep-fd N hands descriptor N on, whatever it is, and the record names it; so it does standard streams that are
# files. A number that cannot be kept starts nothing.
. "$LIB/case.sh"
precious precious other
guard_run --keep-fd 9 --keep-fd 7 -- bash -c 'echo more >&9; ls <&7 /proc/self/fd/7/precious' 9>>precious 7<. 8>>other
assert_status 0
assert_content precious $'precious precious\nmore'
assert_says "$OUT" precious
assert_untouched other
assert_says "$ERR" "closed 1 inherited descriptor: 8 (./other, open for writing): --keep-fd 8 keeps it"
assert_recorded "r['act'] == 'inherit' and r['objects'] == ['$WORKSPACE/precious'] and r['rule'] == 'descriptors.keep-fd' and r['effect'] == {'descriptor': 9, 'is': 'open for writing'}"
assert_recorded "r['act'] == 'inherit' and r['effect'] == {'descriptor': 7, 'is': 'a folder'} and r['level']"
# guard_run has standard output in a file.
assert_recorded "r['act'] == 'inherit' and r['rule'] == 'descriptors.stream' and r['objects'] == ['$OUT'] and r['effect'] == {'descriptor': 1, 'is': 'open for writing'}"
assert_not_recorded "r['act'] == 'inherit' and r['effect']['descriptor'] in (0, 2)"
# So it does what was closed.
assert_recorded "r['act'] == 'inherit' and r['rule'] == 'descriptors.closed' and r['decision'] == 'deny' and r['objects'] == ['$WORKSPACE/other'] and r['effect'] == {'descriptor': 8, 'is': 'open for writing'}"
# Before anything of CMD.
[[ $(audit_records | python3 -B "$LIB/query.py" count "r['act'] == 'inherit' and r['seq'] > 4") -eq 0 ]] || fail "late"
# Three records of before.
guard_run --session in -- cat <precious
assert_recorded "r['session_id'] == 'in' and r['effect'] and r['effect'].get('descriptor') == 1"
status=0
"$GUARD" run --session from -- cat <precious 2>&1 | cat >"$OUT" || status=$?
assert_recorded "r['session_id'] == 'from' and r['objects'] == ['$WORKSPACE/precious'] and r['effect'] == {'descriptor': 0, 'is': 'open for reading'}"

# In CI nothing was refused, and nothing was done: the status is CMD's.
guard_run --ci --keep-fd 9 -- true 9>>precious
assert_status 0
# A name is on record without what it spells.
guard_run --keep-fd 9 -- true 9>ghp_0123456789abcdefghijklmnopqrstuvwxyz
assert_recorded "r['act'] == 'inherit' and 'redacted' in r['result_summary']"
assert_not_recorded "r['act'] == 'inherit' and '0123456789abcdef' in str(r)"

guard_run --keep-fd 9 -- touch ran
assert_refused_to_start 125 "--keep-fd 9: guard run was started without this descriptor"
guard_run --keep-fd 5 -- touch ran 9>>precious
assert_refused_to_start 125 "--keep-fd 5"
for wrong in x '' 9x -9 99999999999999999999; do
  guard_run "--keep-fd=$wrong" -- touch ran 9>>precious
  assert_status 125
  assert_missing ran
  [[ $(wc -l <"$ERR") -eq 1 ]] || fail "not one line"
done
for stream in 0 1 2; do
  guard_run --keep-fd "$stream" -- touch ran
  assert_refused_to_start 125 "standard streams stay open"
done
