# SPDX-License-Identifier: Apache-2.0
# sudo takes any word with "=" for a variable, and has odd options: none of them hides from the question what would run,
# and none makes a line of `sudo.allow` cover another command.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
mkdir tree && echo 1 >tree/a && echo 2 >tree/b
question_of() { { guard check --json --policy "$WITH_SUDO" -- "$@" || true; }; }
# Each is bare what it says: rm runs.
for words in "a-b=c" "./x=1" "A=1 b.c=2" "-u root a-b=c" "-n A=1 --x=2" "-- " "-n --" "-p x --" "-T 9" "-C 9" "-g root" "-H" "-B" "-u #0" "-h $(hostname)"; do
  QUESTION=$(question_of sudo $words rm -rf tree)
  [[ $(json_of "data['effect']['files']") == 2 && $(json_of "data['tier']") -ge 2 ]] || fail "sudo $words: $QUESTION"
done
for words in "a-b=c" "./x=1" "A=1" "LD_PRELOAD=./x.so" "-s" "-i" "-E" "-D ." "-R ." "-u games -s" "-nE" "--preserve-env=PATH" "--login" "--she"; do
  QUESTION=$(question_of sudo $words id)
  [[ $(json_of "data['tier']") == 3 ]] || fail "sudo $words: $QUESTION"
done
printf 'version: 1\nextends: [default]\nsudo: {allow: ["id -u", "-u games id -u"]}\n' >some.yaml
for words in "a-b=c id -u" "-g root id -u" "-R / id -u" "-D / id -u" "-C 9 id -u" "-T 9 id -u" "-u root id -u" "-ugames id -u" "-E id -u" "-p x id -u" "-S id -u" "-k id -u" "-A id -u" "id -u --" \
  "-- -u games id -u" "-h localhost id -u" "-i id -u" "-s id -u" "./id -u"; do
  guard_run --policy some.yaml --on-ask deny -- sudo $words
  assert_status 126
  [[ ! -s $OUT ]] || fail "sudo $words: $(<"$OUT")"
done
# By another program of sudo's kin, another name or a file beside it a line allows nothing more.
cp /usr/bin/sudo ./sudo; ln -s /usr/bin/sudo idedit
for words in "./sudo id -u" "./idedit id -u" "su -c 'id -u'" "python3 -c 'import os; os.execv(\"/usr/bin/sudo\", [\"sudo\", \"-e\", \"id\", \"-u\"])'"; do
  guard_run --policy some.yaml --on-ask deny -- bash -c "$words"
  assert_status_not 0
  [[ ! -s $OUT ]] || fail "$words: $(<"$OUT")"
done
guard_run --policy some.yaml --on-ask deny -- bash -c 'sudo id -u; sudo -u games id -u; sudo -n -- id -u'
assert_status 0
assert_content "$OUT" "$(printf '0\n%s\n0' "$(id -u games)")"
