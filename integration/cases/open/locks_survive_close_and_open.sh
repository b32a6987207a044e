# SPDX-License-Identifier: Apache-2.0
# No copy of a descriptor lives on in guard: flock after close, no phantom reader of a FIFO. T1.
. "$LIB/case.sh"
same_as_bare '' "$PROGRAMS/flock_after_close" lock
same_as_bare '' "$PROGRAMS/fifo_reader" pipe
