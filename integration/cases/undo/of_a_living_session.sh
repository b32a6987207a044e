# SPDX-License-Identifier: Apache-2.0
# A session that lives on while it is undone: what it changes afterwards, however soon, is saved anew.
. "$LIB/case.sh"
with_undo
mkdir w
cd w
printf 'S0\n' >f
start_guarded --on-ask deny --session s -- bash -c 'echo S1 >f; while [ "$(cat f)" != S0 ]; do :; done; echo S2 >f; touch "$0"' "$PWD/second"
until_true 20 grep -q S1 f
guard undo --yes --session s
until_true 20 test -e second
finish_guarded
assert_content f S2
guard undo --yes --session s
assert_content f S0
