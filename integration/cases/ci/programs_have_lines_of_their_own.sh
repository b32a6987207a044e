# SPDX-License-Identifier: Apache-2.0
# Two programs that are refused the same have two entries, each with a line for that program alone.
. "$LIB/case.sh"
precious a b
policy=$CASE_ROOM/policy.yaml
job='import sys; [open(name, "w") for name in sys.argv[1:2]]'
learn=$CASE_ROOM/learned.yaml
guard_run --ci --fail-on never --learn "$learn" -- bash -c '
  python3 -c "$0" a 2>/dev/null; python3 -c "$0" a 2>/dev/null; perl -e "unlink qq(a)"; python3 -c "import os; os.unlink(\"a\")" 2>/dev/null; true' "$job"
assert_exists a
assert_says "$ERR" "a by /usr/bin/perl"
assert_says "$ERR" "a by $(readlink -f "$(type -P python3)")"
grep -q "command: perl, act: delete, path: a" "$learn" || fail "$(<"$learn")"
# Each line lets its own program alone through.
grep -v perl "$learn" >"$policy"
guard policy validate "$policy" >/dev/null || fail "$(guard policy validate "$policy")"
guard_run --ci --fail-on never --policy "$policy" -- bash -c 'perl -e "unlink qq(a)"; python3 -c "import os; os.unlink(\"b\")" 2>/dev/null; python3 -c "import os; os.unlink(\"a\")"; true'
assert_missing a
assert_exists b
