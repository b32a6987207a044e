# SPDX-License-Identifier: Apache-2.0
# An exec that fails says why, leaves no tracer behind, and the next one runs. T5.
. "$LIB/case.sh"
same_as_bare '' "$PROGRAMS/failed_exec"
