# SPDX-License-Identifier: Apache-2.0
# git may change .git unasked since it is git; a sandbox may mount anything under that name, or below it.
. "$LIB/case.sh"
. "$LIB/namespaces.sh"
git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first
cp .git/HEAD head
printf '#!/usr/bin/python3\nimport os\nos.unlink(".git/HEAD")\n' >fake
chmod +x fake
guard_run "${guard_options[@]}" -- unshare -Urm bash -c '"$0" bind fake /usr/bin/git && git status' "$PROGRAMS/mounts"
assert_says "$OUT" "bind: 0"
cmp head .git/HEAD || fail "a program called git was taken for git"
# The real git, with a loader of the sandbox's choice.
loader=$(readlink -f /lib64/ld-linux-x86-64.so.2)
guard_run "${guard_options[@]}" -- env GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b unshare -Urm bash -c '"$0" bind "$1" "$1" && git branch -m other' "$PROGRAMS/mounts" "$loader"
cmp head .git/HEAD || fail "git inside changed .git unasked"
