# SPDX-License-Identifier: Apache-2.0
# io_uring_setup is refused; node with UV_USE_IO_URING deletes nothing of before. 2, K10.
. "$LIB/case.sh"
guard_run --on-ask deny -- "$PROGRAMS/io_uring_setup"
assert_content "$OUT" "io_uring_setup: ENOSYS"
command -v node >/dev/null || exit 0
precious nest/egg
guard_run --on-ask deny -- env UV_USE_IO_URING=1 node -e 'require("fs").unlink("nest/egg", e => console.log(e ? e.code : "gone"))'
assert_untouched nest/egg
