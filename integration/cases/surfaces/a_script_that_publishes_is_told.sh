# SPDX-License-Identifier: Apache-2.0
# A script of package.json, composer.json, a Makefile or a justfile whose text publishes: guard check says so
# before it starts, and names the line. The run asks when that line comes, once. Other scripts ask nothing.
. "$LIB/case.sh"
stand_in npm yarn just composer tsc twine
git init -q .
cat >package.json <<'JSON'
{"scripts": {"ship": "npm run build && npm publish", "go": "npm run ship", "build": "tsc", "dev": "tsc -w"}}
JSON
printf '{"scripts": {"ship": ["tsc", "git push"]}}\n' >composer.json
printf 'all: build\nbuild:\n\ttsc\nship: build\n\tgit push origin\nup:\n\ttwine upload dist/x\n' >Makefile
printf 'ship: test\n    git push\ntest:\n    tsc\n' >justfile

expect() { # STATUS COMMAND, and what is said
  local status=0
  # shellcheck disable=SC2086
  guard check -- $2 >"$OUT" || status=$?
  ((status == $1)) || fail "check of $2: $status $(<"$OUT")"
  [[ -z ${3-} ]] || assert_says "$OUT" "$3"
}
expect 3 "npm run ship" "the script ship of package.json runs npm publish"
expect 3 "npm run go" "the script ship of package.json runs npm publish"
expect 3 "yarn ship" "the script ship of package.json runs npm publish"
expect 3 "composer ship" "the script ship of composer.json runs git push"
expect 3 "make ship" "the script ship of Makefile runs git push origin"
expect 3 "just ship" "the script ship of justfile runs git push"
expect 3 "make up" "GIT_PUBLISH"
for ordinary in "npm run build" "npm run dev" "yarn build" "make" "make build" "just test" "make -n ship"; do
  expect 0 "$ordinary"
done

guard_run --on-ask deny -- make ship
[[ $(grep -c 'guard: denied' "$ERR") -eq 1 ]] || fail "asked more than once, or never: $(<"$ERR")"
grep -q 'guard: denied.*git push' "$ERR" || grep -q 'git.push' "$ERR" || fail "not for the push: $(<"$ERR")"
rm -f "$RAN"  # of the session before
guard_run --on-ask deny -- make build
! grep -q 'guard: denied' "$ERR" || fail "an ordinary target asks: $(<"$ERR")"
