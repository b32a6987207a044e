# SPDX-License-Identifier: Apache-2.0
# A ring would delete, rename, link, truncate and connect without a system call: there is none to be
# had. Programs fall back. Threats 2, K10.
. "$LIB/case.sh"
precious nest/egg
for call in 'unlink nest/egg' 'rename nest/egg taken' 'link nest/egg taken' 'truncate nest/egg' 'mkdir taken' 'connect 9'; do
  # shellcheck disable=SC2086
  guard_run --on-ask allow --safe-mode off -- "$PROGRAMS/io_uring_act" $call
  assert_untouched nest/egg
  assert_missing taken
  assert_content "$OUT" "io_uring_setup: ENOSYS"
done
command -v node >/dev/null || exit 0
guard_run --on-ask deny -- env UV_USE_IO_URING=1 node -e 'require("fs").unlink("nest/egg", e => console.log(e ? e.code : "gone"))'
assert_untouched nest/egg
assert_content "$OUT" EPERM
guard_run --on-ask deny -- env UV_USE_IO_URING=1 node -e 'const fs = require("fs"); fs.writeFileSync("born", "x"); fs.unlink("born", e => console.log(e ? e.code : "gone"))'
assert_content "$OUT" gone
