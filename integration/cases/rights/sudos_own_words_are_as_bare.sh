# SPDX-License-Identifier: Apache-2.0
# sudo shows its usage and its version unasked, as bare, and forgets its ticket. Its facts about this user, and options
# that guard does not know, are asked about, and are as bare then. Also from a deleted folder.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
cat >unasked <<'S'
for words in "" -h --help -V --version -k -K --reset-timestamp; do echo "sudo $words"; sudo $words; echo "status $?"; done
for words in "" -h -V; do echo "sudoedit $words"; sudoedit $words; echo "status $?"; done
S
cat >asked <<'S'
for words in -l -ll -v -n "-n -l" --nonsense "-u games" "-h nosuchhost.invalid" "-U nobody -l" "-V id" "-h -- id" "-K id" "-l id" "-Z" "--" "-p x" "-D / "; do
  echo "sudo $words"; sudo $words; echo "status $?"
done
sudo -s echo shell; sudo -s readlink /proc/self/exe
mkdir gone; cd gone; rmdir ../gone
sudo id -u; sudo -u games id -un; sudo sh -c 'echo x; exit 5'; echo "status $?"; sudo -n -u games sh -c 'exit 3'; echo "status $?"
S
export SHELL=/bin/bash
bash unasked >bare 2>&1 </dev/null
guard_run --policy "$WITH_SUDO" --on-ask deny -q -- bash -c 'exec bash unasked 2>&1'
diff bare "$OUT" || fail "not as bare"
assert_nothing_asked
bash asked >bare 2>&1 </dev/null
sudo_run bash -c 'exec bash asked 2>&1'
diff bare "$OUT" || fail "not as bare"
for words in -l -v -n --nonsense "-u games" -s; do
  guard_run --policy "$WITH_SUDO" --on-ask deny -- sudo $words
  assert_status 126
done
# The shell that guard was started with counts, not the caller's.
sudo_run env SHELL=/bin/dash sudo -s 'no such program'
assert_says "$ERR" /bin/bash
SHELL=$PWD/own sudo_run sudo -s 'no such program'
assert_silent "$ERR" "$PWD/own"
