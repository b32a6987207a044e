# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# Pointers that lead nowhere, halfway, too far or to the kernel, names and vectors without end or too
# long: the kernel's own answers, and nothing changes.
. "$LIB/case.sh"
same_as_bare '' "$PROGRAMS/bad_memory"
