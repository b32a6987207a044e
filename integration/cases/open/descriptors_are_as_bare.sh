# SPDX-License-Identifier: Apache-2.0
# Numbers, flags, modes, umask, EMFILE: an injected descriptor is like one from the kernel. T6, T10.
. "$LIB/case.sh"
# One file is made with the set-user-ID bit, which would ask.
cat >"$CASE_ROOM/policy.yaml" <<'YAML'
version: 1
extends: [default]
rules:
  - {id: free, when: {act: create}, decision: allow}
YAML
guard_options+=(--policy "$CASE_ROOM/policy.yaml")
same_as_bare '' "$PROGRAMS/fd_semantics"
same_as_bare 'umask 077' "$PROGRAMS/fd_semantics"
same_as_bare 'umask 002; mkdir -m 2775 sticky; cd sticky' "$PROGRAMS/fd_semantics"
