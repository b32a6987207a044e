# SPDX-License-Identifier: Apache-2.0
# Under the ptrace backend a delete asks, a denial leaves the file, an approval lets it go, an overwrite
# is saved and given back; all of it on record as under a listener.
. "$LIB/case.sh"
. "$LIB/acts_of_a_backend.sh"
with_undo
export GUARD_BACKEND=ptrace
deletions_are_judged
changes_are_given_back
