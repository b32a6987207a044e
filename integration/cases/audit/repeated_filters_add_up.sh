# SPDX-License-Identifier: Apache-2.0
# A filter that is given twice finds what either of the two finds: sessions, acts, decisions; each name must be known.
. "$LIB/case.sh"
for name in one two three; do
  precious "kept/$name"
  guard_run --session "$name" --ci --fail-on never -- bash -c "rm kept/$name; true"
done
counted() { # WORDS: how many records there are
  guard audit export --format jsonl "$@" | wc -l
}
one=$(counted --session one) two=$(counted --session two)
((one > 0 && two > 0)) || fail "nothing is on record"
[[ $(counted --session one --session two) == $((one + two)) ]] || fail "two sessions are not both of them"
[[ $(counted --session two~1 --session one) == $((one + two)) ]] || fail "NAME~N is not taken beside another"
[[ $(counted --session two --session two) == "$two" ]] || fail "the same one counts twice"
own=$(counted --session one --act audit) ran=$(counted --session one --act exec)
((own > 0 && ran > 0)) || fail "no act of guard, or no exec"
[[ $(counted --session one --act audit --act exec) == $((own + ran)) ]] || fail "two acts are not both of them"
allowed=$(counted --session one --decision allow) denied=$(counted --session one --decision deny)
((allowed > 0 && denied > 0)) || fail "nothing allowed, or nothing denied"
[[ $(counted --session one --decision allow --decision deny) == $((allowed + denied)) ]] || fail "not both decisions"
! guard audit list --session one --session none 2>"$ERR" || fail "a session that is not there is left out unsaid"
assert_says "$ERR" "no session none on record"
! guard audit list --act exec --act exce 2>"$ERR" || fail "a mistyped act is left out unsaid"
assert_says "$ERR" "--act exce: not known"
