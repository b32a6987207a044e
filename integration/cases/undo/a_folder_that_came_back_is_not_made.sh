# SPDX-License-Identifier: Apache-2.0
# A folder that the session deleted and made anew is one of before once it was given back: neither review nor a second undo wants
# to take it away.
. "$LIB/case.sh"
with_undo
git config --global user.name t && git config --global user.email t@t
git init -q && mkdir -p lib/deep/er && seq 5 >lib/deep/a.c && seq 3 >lib/deep/er/b.c && git add . && git commit -qm base
guard_run --session s --on-ask allow -- bash -c 'rm -r lib/deep; git checkout -q -- lib'
assert_status 0
wait_for_closing
guard undo --all --session s --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
guard review s >"$OUT"
assert_silent "$OUT" "lib/deep"
assert_says "$OUT" "nothing differs from before"
guard undo --all --session s --yes >"$OUT" 2>&1 || true
assert_silent "$OUT" "lib/deep"
[[ $(<lib/deep/a.c) == "$(seq 5)" && $(<lib/deep/er/b.c) == "$(seq 3)" ]] || fail "the second undo took it away"
