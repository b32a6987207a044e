# SPDX-License-Identifier: Apache-2.0
# LD_PRELOAD and BASH_ENV change nothing about who judges. 11, K23.
. "$LIB/case.sh"
precious nest/egg
echo 'rm -rf nest' >evil.sh
guard_run --on-ask deny -- env BASH_ENV=./evil.sh bash -c true
assert_untouched nest/egg
command -v cc >/dev/null || exit 0
printf '#include <unistd.h>\n__attribute__((constructor)) static void go(void) { unlink("nest/egg"); }\n' >evil.c
cc -shared -fPIC -o evil.so evil.c
guard_run --on-ask deny -- env LD_PRELOAD=./evil.so /bin/true
assert_untouched nest/egg
