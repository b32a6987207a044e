# SPDX-License-Identifier: Apache-2.0
# Nothing of a hostile word, name or policy is raw in what guard check and the policy commands say, in
# complaints of any subcommand, in doctor's report or in what completions offer.
# timeout: 300
. "$LIB/case.sh"
. "$LIB/hostile.sh"
hostile_names .
shell=$(printf 'rm -rf ./%q; ' evil* "${HOSTILE[@]}")
said check guard check -- rm -rf ./evil* "${HOSTILE[@]}"
shown check.json guard check --json -- rm -rf ./evil* "${HOSTILE[@]}"
said shell guard check --shell "$shell"
said shell.json guard check --json --shell "$shell"
printf 'rm -rf ./%s\n' evil* "${HOSTILE[@]}" >"$CASE_ROOM/lines"
guard check --batch <"$CASE_ROOM/lines" >"$SHOWN/batch" || true
tame "$SHOWN/batch"
shown explain guard policy explain -- rm -rf ./evil* "${HOSTILE[@]}"
shown explain.json guard policy explain --json -- rm -rf ./evil*
said explain_shell guard policy explain --shell "$shell"

# A policy of hostile words: its reasons, ids, patterns; and one for each word that does not load.
cat >"$CASE_ROOM/evil.yaml" <<'YAML'
version: 1
extends: [default]
workspace: ["."]
network: {allow: ["evil.example"]}
pre_confirmed: ["rm -rf ./evil\e]31337\u202E\x9b"]
paths: {secret: ["./evil\e]31337\u202E*"]}
rules:
  - id: evil-rule
    when: {command: rm, path: "**/evil*"}
    decision: deny
    message: "evil reason\e[31337m\e]0;evil\x07\u202E\x9b\nguard: approved\x7f"
  - id: evil-path
    when: {act: [write], path: "**/evil\e]31337\u202E\x9b*"}
    decision: ask
YAML
evil=$CASE_ROOM/evil.yaml
shown reason guard check --policy "$evil" -- rm -rf ./evil8*
shown reason.json guard check --json --policy "$evil" -- rm -rf ./evil8*
shown reason_explained guard policy explain --policy "$evil" -- rm -rf ./evil8*
shown policy guard policy show --policy "$evil"
shown policy.json guard policy show --policy "$evil" --json
said tested guard policy test "$evil"
shown difference guard policy diff "$evil"
shown difference.json guard policy diff --json "$evil"
shown commands guard policy diff --commands "$CASE_ROOM/lines" "$evil"
shown commands.json guard policy diff --json --commands "$CASE_ROOM/lines" "$evil"
guard_run --policy "$evil" --on-ask deny -- python3 -c '
import glob, os
try: os.execv("/bin/rm", [b"rm", b"-rf", *glob.glob(b"evil*")])
except OSError: pass'
assert_says "$ERR" "evil reason"
tame "$ERR"
number=0
for word in "${HOSTILE[@]}"; do
  number=$((number + 1))
  printf 'version: 1\nrules:\n  - {id: "%s", when: {command: rm}, decision: deny}\n%s: 1\n' "$word" "$word" >"$CASE_ROOM/bad$number.yaml"
  mkdir -p "$CASE_ROOM/bad/$number-${word:0:50}"
  cp "$CASE_ROOM/bad$number.yaml" "$CASE_ROOM/bad/$number-${word:0:50}/.guard.yaml"
done
for file in "$CASE_ROOM"/bad/*/.guard.yaml; do
  complains guard policy validate "$file"
  complains guard policy test "$file"
  complains guard policy trust "$file"
  complains guard policy diff "$file"
  complains guard run --policy "$file" -- true
  (cd "$(dirname "$file")" && shown doctor guard doctor; true)
  (cd "$(dirname "$file")" && shown doctor.json guard doctor --json; true)
  complains guard check --cwd "$(dirname "$file")" -- true
done
# A project's file that loosens: shown before it is trusted, listed after.
mkdir project_evil
printf 'version: 1\nnetwork: {allow: ["evil.example"]}\npaths: {tmp: ["./evil\\e]31337\\u202E/**"]}\n' >"project_evil/.guard.yaml"
mv project_evil "project ${HOSTILE[5]}"
# A file of a name that cannot be shown is not to be trusted.
(cd "project ${HOSTILE[5]}" && shown loosens guard policy trust && complains guard policy trust --yes)
mv "project ${HOSTILE[5]}" "project evil"
(cd "project evil" && shown trusted guard policy trust --yes && shown listed guard policy trust --list)

# Every subcommand says what is wrong with a word without saying it raw.
for word in "${HOSTILE[@]}"; do
  complains guard "$word"
  for option in --mode --session --on-ask --require; do complains guard run "$option=$word" -- true; done
  complains guard run "--x$word" -- true
  complains guard check --cwd "not there/$word" -- true
  complains guard run -- "./$word"
  complains guard run --policy "$word" -- true
  complains guard approve "$word"
  complains guard deny "$word" --reason "$word"
  complains guard pending "$word"
  complains guard pending --session "$word"
  complains guard approve-session --categories "$word"
  complains guard audit show "$word"
  complains guard audit list --session "$word"
  complains guard audit list --since "$word"
  complains guard audit verify --session "$word"
  complains guard audit report "$word"
  complains guard audit export --format "$word"
  complains guard audit export --output "not/there/$word"
  complains guard undo "./$word"
  complains guard undo --conflicts "$word"
  complains guard undo --prune --older-than "$word"
  complains guard policy explain --policy "$word" -- true
  complains guard policy grants --revoke "$word"
  complains guard policy trust --withdraw "$word"
  complains guard completion "$word"
  complains guard learn --least "$word"
  complains guard pending --state-dir "$PWD/not there/$word"
done

# Grants whose pattern the answerer chose, and what completions offer while a question waits.
mkdir "old${HOSTILE[0]}" && echo 1 >"old${HOSTILE[0]}/f"
start_guarded -- bash -c 'rm -rf "$1" 2>/dev/null' "${HOSTILE[0]}" "old${HOSTILE[0]}"
wait_for_question
complains guard approve "$question_id" --scope session --pattern "${HOSTILE[0]}"
for command in approve deny pending undo "audit report" "policy grants"; do
  # shellcheck disable=SC2086
  guard $command --print-commands >"$SHOWN/offered" 2>&1
  ! LC_ALL=C grep -q $'[^\n -~]' "$SHOWN/offered" || fail "completions offer: $(<"$SHOWN/offered")"
done
guard approve "$question_id" --scope session >/dev/null 2>&1 || guard approve "$question_id" >/dev/null
finish_guarded
