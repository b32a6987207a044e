# SPDX-License-Identifier: Apache-2.0
# Numbers, flags, modes, umask, EMFILE: an injected descriptor is like one from the kernel. T6, T10.
. "$LIB/case.sh"
# One file is made with the set-user-ID bit, which would ask.
free_policy 'act: create'
guard_options+=(--policy "$FREE")
same_as_bare '' "$PROGRAMS/fd_semantics"
same_as_bare 'umask 077' "$PROGRAMS/fd_semantics"
same_as_bare 'umask 002; mkdir -m 2775 sticky; cd sticky' "$PROGRAMS/fd_semantics"
