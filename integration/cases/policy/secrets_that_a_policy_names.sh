# SPDX-License-Identifier: Apache-2.0
# Validate and check say that a pattern for secrets names a folder. And git shows no file unasked that the policy calls a
# secret, from wherever in the work tree.
. "$LIB/case.sh"
git init -q .
precious photos/a.jpg notes/plan.txt sub/other.txt
git add -A && git -c user.name=x -c user.email=x@x commit -qm x
policy=$CASE_ROOM/p.yaml
printf 'paths: {secret: photos}\n' >"$policy"
told="$PWD/photos is a folder, and what lies in it is read unasked: write $PWD/photos/**"
guard policy validate "$policy" >"$OUT"
assert_says "$OUT" "warning: paths: secret: $told"
guard check --policy "$policy" -- cat photos/a.jpg >"$OUT" || true
assert_says "$OUT" "$told"
guard_run --policy "$policy" --on-ask deny -- true
assert_says "$ERR" "$told"

printf 'paths: {secret: ["photos/**", notes/plan.txt]}\n' >"$policy"
guard policy validate "$policy" >"$OUT"
assert_silent "$OUT" "is a folder"
shown() { # WORD...
  guard_run --policy "$policy" --on-ask deny -- git "$@"
}
for words in 'show HEAD:photos/a.jpg' 'show :notes/plan.txt' 'cat-file -p HEAD:notes/plan.txt' \
  '-C sub show HEAD:notes/plan.txt' 'show HEAD:./photos/a.jpg'; do
  # shellcheck disable=SC2086
  shown $words
  [[ $status != 0 ]] || fail "shown: $words"
  assert_silent "$OUT" precious
  # shellcheck disable=SC2086
  guard check --policy "$policy" -- git $words >"$OUT" || true
  assert_says "$OUT" git.show.secret
done
shown show HEAD:sub/other.txt
assert_status 0
assert_says "$OUT" precious
