# SPDX-License-Identifier: Apache-2.0
# guard check promises no more than it knows: what a program does once it runs is judged then, and
# what its words name is said beforehand. One quoted line is no program.
. "$LIB/case.sh"
verdict() { # STATUS TEXT... : WORDS OF CHECK...
  local wanted=$1 texts=()
  shift
  while [[ $1 != : ]]; do
    texts+=("$1")
    shift
  done
  shift
  status=0
  guard check "$@" >"$OUT" 2>"$ERR" || status=$?
  [[ $status == "$wanted" ]] || fail "status $status of: $*"
  local text
  for text in "${texts[@]}"; do assert_says "$OUT" "$text"; done
}
later='its connections and file acts are judged when it runs'
verdict 3 starts "$later" 'asks later: connect github.com (tier 2) [network.other]' : -- git clone https://github.com/a/b
verdict 3 'asks later: connect github.com' : -- git ls-remote git@github.com:a/b.git
verdict 0 "$later" : -- git clone ./here there
verdict 0 "$later" : -- python3 -c 'import shutil; shutil.rmtree("photos")'
verdict 0 "$later" : -- kill 12345
verdict 0 "$later" : -- find . -type f -exec wc -l {} ';'
verdict 0 'would run' : -- find . -type f
verdict 0 "$later" : --shell 'ls | xargs wc -l'
verdict 0 'would run' : -- ls -l
verdict 0 'would run' : -- git status
git init -q . && git remote add origin https://example.org/x.git
verdict 3 'asks later: connect example.org' : -- git fetch
verdict 3 'asks later: connect example.org' : -- git ls-remote origin

# A run asks about a path that git makes outside of the workspace, and check says so.
git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first
mkdir inside
for words in 'worktree add ../beside' 'worktree add -b two ../beside' 'init ../beside' 'clone . ../beside' 'archive -o ../beside HEAD' \
  'bundle create ../beside HEAD' '-C inside worktree add ../../beside'; do
  read -ra each <<<"$words"
  verdict 3 'asks later: create ../' '(tier 2) [fs.create]' : -- git "${each[@]}"
  guard_run --on-ask deny -- git "${each[@]}"
  [[ $status != 0 && ! -e ../beside ]] || fail "it was made unasked: git $words"
  assert_says "$ERR" '(rule fs.create)'
done
verdict 0 'would run' : -- git worktree add inside/work
verdict 0 'would run' : -- git worktree add -b three --reason ../beside inside/work
verdict 0 'would run' : -- git worktree list

# A file that an ordinary program writes by an option or an operand is judged beforehand; a patch names its files itself.
echo a >a
printf 'rules: [{id: held, when: {path: "kept"}, decision: deny}]\n' >"$CASE_ROOM/p.yaml"
for words in 'sort -o kept a' 'uniq a kept' 'xxd a kept' 'find . -fprint kept' 'sed -n wkept a' 'git diff --output=kept' \
  'git log --output=kept' 'script -qc true kept' 'timeout 5 sort -o kept a'; do
  read -ra each <<<"$words"
  verdict 4 starts "$later" 'refused later: create kept' '[held]' : --policy "$CASE_ROOM/p.yaml" -- "${each[@]}"
  verdict 0 starts "$later" : -- "${each[@]}"
done
verdict 0 starts "$later" : -- git apply a
# A rule speaks of files that git writes and that no word names.
printf 'rules: [{id: held, when: {act: [write, delete], path: "src/**"}, decision: deny}]\n' >"$CASE_ROOM/src.yaml"
for words in 'git stash' 'git stash pop' 'git switch --detach HEAD' 'git merge HEAD'; do
  read -ra each <<<"$words"
  verdict 0 starts "$later" : --policy "$CASE_ROOM/src.yaml" -- "${each[@]}"
  verdict 0 'would run' : -- "${each[@]}"
done
verdict 0 'would run' : --policy "$CASE_ROOM/src.yaml" -- git stash list
verdict 0 'would run' : -- sort a

echo TOKEN=canary >.env
verdict 3 'would ask' : -- dd if=.env of=x

printf 'network: {allow: [github.com]}\n' >"$CASE_ROOM/p.yaml"
verdict 0 "$later" : --policy "$CASE_ROOM/p.yaml" -- git clone https://github.com/a/b
printf 'rules: [{id: no-hub, when: {host: github.com}, decision: deny}]\n' >"$CASE_ROOM/p.yaml"
verdict 4 'refused later: connect github.com (tier 2) [no-hub]' : --policy "$CASE_ROOM/p.yaml" -- git clone https://github.com/a/b

guard check --json -- git clone https://github.com/a/b >"$OUT" || true
python3 - "$OUT" <<'PY'
import json, sys
seen = json.load(open(sys.argv[1]))
assert seen["decision"] == "allow" and seen["judged_later"] is True, seen
assert seen["later"] == [{"what": "connect github.com", "decision": "ask", "tier": 2, "rule": "network.other"}], seen
PY

for words in 'check|rm -rf photos' 'check|--|rm -rf photos' 'check|--json|--|a b' 'policy|explain|--|rm -rf photos'; do
  IFS='|' read -ra each <<<"$words"
  status=0
  guard "${each[@]}" >"$OUT" 2>"$ERR" || status=$?
  [[ $status == 125 || ($status == 1 && ${each[0]} == policy) ]] || fail "status $status of: $words"
  assert_says "$ERR" 'did you mean --shell?'
done
mkdir -p 'bin x'
cp "$PROGRAMS/stand_in" 'bin x/tool'
verdict 0 : -- './bin x/tool'
