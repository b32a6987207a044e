# SPDX-License-Identifier: Apache-2.0
# Somebody outside has the file open for writing when it is deleted: what they write afterwards does
# not reach what was kept.
. "$LIB/case.sh"
with_undo
precious log
exec 7>>log
guard_run --on-ask deny --session s -- rm log
assert_status 0
assert_missing log
echo later >&7
exec 7>&-
guard undo --yes --session s
assert_untouched log
