# SPDX-License-Identifier: Apache-2.0
# The rest of a case as a user (sudoer.sh) whose approved sudos run under a guard of root's own: SUPERVISED is such a policy.
# Sourced after case.sh.
# Root's guard keeps its record below root's home, which is another one here.
export SUDOER_SETUP='mount -t tmpfs none /root'
. "$LIB/sudoer.sh"
[[ $(stat -c %u "$(readlink -f "$GUARD")") == 0 ]] || skip "guard is not root's here"
SUPERVISED=$CASE_ROOM/supervised.yaml
printf 'version: 1\nextends: [default]\nsudo: {supervise: on}\n' >"$SUPERVISED"
