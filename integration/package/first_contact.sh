# SPDX-License-Identifier: Apache-2.0
# The steps of a person with a freshly installed guard, as far as a script can be one: inside of the
# Debian that prove makes, as root and as an ordinary user.
set -euo pipefail
cd "$HOME" 2>/dev/null || { HOME=$(getent passwd "$(id -un)" | cut -d: -f6); export HOME; cd; }

fail() {
  printf 'FAIL: %s\n' "$*"
  exit 1
}
until_true() { # SECONDS COMMAND...
  local turns=$(($1 * 10))
  shift
  until "$@"; do
    ((turns-- > 0)) || return 1
    sleep 0.1
  done
}

# shellcheck disable=SC2086
share=$(echo ${SHARE:-/usr/share}) # a pattern, where a version is in the name

guard doctor >doctor.txt || fail "guard doctor: $(cat doctor.txt)"
echo "guard doctor: status 0; $(grep -m1 -i level doctor.txt || head -1 doctor.txt)"

guard run --backend preload --on-ask deny -- sh -c 'echo made >made' 2>preload.txt ||
  fail "--backend preload: $(cat preload.txt)"
grep -q "level advisory" preload.txt || fail "--backend preload is not called advisory: $(cat preload.txt)"

mkdir -p project/tmp_a project/tmp_important_backup
cd project
echo one >tmp_a/one
echo two >tmp_important_backup/two
guard run --session first -- sh -c 'rm -rf ./tmp_*; echo "rm ended with $?"' >../run.txt 2>../err.txt &
run=$!
waits() { [[ $(guard pending 2>/dev/null) == *"1 question waits"* ]]; }
until_true 20 waits || fail "no question came: $(guard pending 2>&1) $(cat ../err.txt)"
id=$(guard pending | awk 'NR == 2 { print $1 }')
echo "asked: $(guard pending "$id" | sed -n 's/^ *What *//p')"
guard deny "$id" --reason "keep the backup" >/dev/null || fail "guard deny"
wait "$run" || fail "guard run ended with $?: $(cat ../err.txt)"
[[ -f tmp_a/one && -f tmp_important_backup/two ]] || fail "it was denied and is gone all the same"
grep -q 'rm ended with 126' ../run.txt || fail "rm said: $(cat ../run.txt)"
echo "denied: $(grep -m1 '^guard: denied' ../err.txt)"

guard run --session second -- sh -c 'echo changed >tmp_a/one; rm tmp_important_backup/two' || fail "guard run: $?"
guard undo --yes --session second >../undo.txt || fail "guard undo: $(cat ../undo.txt)"
[[ $(cat tmp_a/one) == one && $(cat tmp_important_backup/two) == two ]] || fail "undo gave nothing back"
echo "undone: $(cat ../undo.txt)"
closed() { guard audit verify >../verify.txt 2>&1; }
until_true 10 closed || fail "guard audit verify: $(cat ../verify.txt)"
guard policy validate $share/doc/guard/examples/policy.yaml
completed=$(share=$share bash -c 'COMP_WORDS=(guard audit sh) COMP_CWORD=2
  . $share/bash-completion/completions/guard; _guard; echo "${COMPREPLY[*]}"')
[[ $completed == show ]] || fail "bash completes 'guard audit sh' with '$completed'"
for page in guard.1 guard-run.1 guard-policy.5; do
  zcat "$share/man/man${page##*.}/$page.gz" | grep -q '^\.SH NAME' || fail "no page $page"
done
echo "record, example policy, completions and manual pages are there"
