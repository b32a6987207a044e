# SPDX-License-Identifier: Apache-2.0
# By the preloaded library a delete asks, a denial leaves the file, an approval lets it go, an overwrite
# of something precious asks, what a session changed is given back; on record as ever, at level advisory.
. "$LIB/case.sh"
. "$LIB/acts_of_a_backend.sh"
with_undo
export GUARD_BACKEND=preload
deletions_are_judged
assert_recorded "r['act'] == 'exec' and r['decision'] in ('ask', 'deny') and r['level'] == 'advisory'"
assert_not_recorded "r['level'] not in ('', 'advisory')"
# From a child, from another thread, by a function that execs inside of libc.
guard_run --no-undo --on-ask deny -- "$PROGRAMS/from_thread" nest/egg
assert_untouched nest/egg
guard_run --no-undo --on-ask deny -- python3 -c 'import os; os.fork() == 0 and os.unlink("nest/egg"); os.system("rm -rf nest")'
assert_untouched nest/egg
assert_says "$ERR" "guard: denied rm -rf nest"
guard_run --no-undo --on-ask deny -- bash -c 'echo over >nest/egg'
assert_untouched nest/egg
# By fopen(3), and by name of the system call.
guard_run --no-undo --on-ask deny -- perl -e 'syscall(263, -100, "nest/egg", 0); rename "nest/egg", "gone"'
assert_untouched nest/egg
changes_are_given_back
