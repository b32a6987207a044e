# SPDX-License-Identifier: Apache-2.0
# Without an undo store a file that git has, unchanged since its last commit, may be changed and
# deleted unasked; one that git does not have so, may not. A commit by the session itself makes
# nothing expendable.
. "$LIB/case.sh"
git init -q . && git config user.email a@b && git config user.name a
mkdir src
printf 'int a;\n' >src/a.c
printf 'int b;\n' >src/b.c
git add . && git commit -q -m first
printf 'int b; /* mine */\n' >src/b.c
precious notes
guard_run --on-ask deny -- bash -c 'echo x >>src/a.c; echo y >src/a.c; rm src/a.c'
assert_status 0
assert_missing src/a.c
assert_nothing_asked
guard_run --on-ask deny -- rm src/b.c
assert_status_not 0
assert_content src/b.c 'int b; /* mine */'
guard_run --on-ask deny -- bash -c ': >src/b.c'
assert_status_not 0
assert_content src/b.c 'int b; /* mine */'
guard_run --on-ask deny -- bash -c 'git add notes && git commit -q -m second && rm notes'
assert_status_not 0
assert_untouched notes
[[ $(git log --format=%s) == *second* ]] || fail "git could not commit"
