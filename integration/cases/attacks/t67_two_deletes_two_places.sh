# SPDX-License-Identifier: Apache-2.0
# Threat 67: files of one name, deleted at once from many folders, each get a place of their own.
. "$LIB/case.sh"
with_undo
for i in {1..20}; do precious "d$i/same"; done
guard_run --safe-mode off --session s -- bash -c 'for i in {1..20}; do rm "d$i/same" & done; wait'
assert_status 0
for i in {1..20}; do assert_missing "d$i/same"; done
guard undo --yes --session s
for i in {1..20}; do assert_untouched "d$i/same"; done
