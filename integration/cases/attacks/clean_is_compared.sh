# SPDX-License-Identifier: Apache-2.0
# A tracked name does not make a file git's: its content must be in the commit, and stays compared.
. "$LIB/case.sh"
git init -q . && git config user.email a@b && git config user.name a
printf 'one\n' >f && git add . && git commit -q -m first
printf 'two\n' >f
git update-index --assume-unchanged f
guard_run --on-ask deny -- bash -c 'rm f; mv f g; : >f; true'
cat f g >"$OUT" 2>/dev/null || true
assert_says "$OUT" two
