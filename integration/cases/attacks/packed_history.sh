# SPDX-License-Identifier: Apache-2.0
# git packs what it had into files that this session makes: they are no more expendable for that.
. "$LIB/case.sh"
git init -q . && git config user.email a@b && git config user.name a
printf 'old\n' >a && git add . && git commit -q -m first
printf 'new\n' >a && git add . && git commit -q -m second
guard_run --on-ask deny -- bash -c 'git gc -q; rm -f .git/objects/pack/*.pack; mv .git/objects/pack .git/x; rm -rf .git/objects/pack; true'
git fsck --full >"$OUT" 2>&1 || fail "history is lost: $(<"$OUT")"
[[ $(git show HEAD~1:a) == old ]] || fail "history is lost"
ls .git/objects/pack/*.pack >/dev/null || fail "git packed nothing"
