# SPDX-License-Identifier: Apache-2.0
# guard learn suggests rules for what was approved again and again, shows the evidence and a patch of
# the user's policy, and nothing that would have allowed what was denied; the patched policy asks
# less, and still asks at tier 3.
. "$LIB/case.sh"
git init -q .
answer() { # approve|deny WORDS...
  local verb=$1
  shift
  start_guarded -- "$@"
  wait_for_question
  guard "$verb" "$question_id" >/dev/null
  finish_guarded
}
answer approve git push origin a
answer approve git push origin b
answer approve git push origin c
answer deny git push backup a
# A relative repository is another one in each folder; an absolute one is the same everywhere.
for branch in a b; do
  answer approve git push ../x.git "$branch"
  answer approve git push "$CASE_ROOM/y.git" "$branch"
done
precious old/a/1 old/b/2 keep/c/3
answer approve rm -r old/a
answer approve rm -r old/b
answer deny rm -r keep/c
policy=${XDG_CONFIG_HOME:-$HOME/.config}/guard/policy.yaml
mkdir -p "$(dirname "$policy")"
printf '# mine\nmode: balanced\n' >"$policy"
guard learn >"$OUT"
assert_says "$OUT" '9 questions were approved'
assert_silent "$OUT" '"push ../x.git"'
assert_says "$OUT" "push $CASE_ROOM/y.git"
assert_says "$OUT" 'spares 3'
assert_says "$OUT" 'git push origin a'
assert_says "$OUT" 'opens every "git push origin", with whatever words behind it (below tier 3)'
assert_silent "$OUT" backup
assert_silent "$OUT" keep/
assert_says "$OUT" "rm on $PWD/old/** (below tier 3): 2 different paths there were asked about"
patch -s "$policy" <"$OUT" || fail "the patch does not fit: $(<"$OUT")"
guard policy validate "$policy" >/dev/null
[[ $(head -1 "$policy") == '# mine' ]] || fail "the rest of the file is gone: $(<"$policy")"
guard check -- git push origin z || fail "still asks"
asks() { [[ $(guard check --json -- "$@" || true) == *'"decision":"ask"'* ]]; }
asks git push backup origin || fail "allows another remote, with origin behind it"
asks git push https://evil.example/x.git origin || fail "allows an address, with origin behind it"
asks git push origin :a || fail "allows to delete a branch"
asks git push ../x.git a || fail "allows a repository that is another one elsewhere"
asks git push || fail "allows a push that names no remote"
asks git push backup a || fail "allows what was denied"
asks git push --force origin z || fail "tier 3 is not asked any more"
precious old/c/4
guard check -- rm -r old/c || fail "still asks"
asks rm -r keep/c || fail "allows what was denied"
! guard learn >"$OUT" || fail "suggests what holds already: $(<"$OUT")"
# One path that is asked about again and again is learned by itself, and not its folder.
precious logs/a logs/b
for _ in 1 2; do
  answer approve rm logs/a
  precious logs/a
done
guard learn >"$OUT"
assert_says "$OUT" "rm on $PWD/logs/a (below tier 3): it alone was asked about"
patch -s "$policy" <"$OUT" || fail "the patch does not fit: $(<"$OUT")"
guard_run --on-ask deny -- rm logs/b
assert_untouched logs/b
guard_run --on-ask deny -- rm logs/a
assert_missing logs/a
