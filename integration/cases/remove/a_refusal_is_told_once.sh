# SPDX-License-Identifier: Apache-2.0
# A shell that finds the program in two folders of PATH is refused twice and told once; --quiet takes
# guard's own notices away, not what the refused program is told.
. "$LIB/case.sh"
precious old/a
mkdir one two
ln -s "$(command -v rm)" one/rm
ln -s "$(command -v rm)" two/rm
told() { [[ $(grep -c '^guard: denied rm -rf old' "$ERR") -eq $1 ]] || fail "told $(grep -c '^guard: denied' "$ERR") times, expected $1"; }
guard_run --on-ask deny -- env PATH="$PWD/one:$PWD/two" /bin/sh -c 'rm -rf old || exit 5'
told 1
guard_run --quiet --on-ask deny -- bash -c 'rm -rf old'
told 1
guard_run --on-ask deny -- bash -c 'rm -rf old; rm -rf old'
told 2
assert_untouched old/a
