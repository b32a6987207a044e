# SPDX-License-Identifier: Apache-2.0
# An approved pkexec asks the real polkit, on a message bus of this case's own: what polkit lets go runs as bare, its
# password is asked for at guard's own box, and what it refuses stays refused.
# timeout: 120
. "$LIB/case.sh"
if [[ -z ${AS_SUDOER:-} ]]; then
  for tool in pkexec dbus-daemon /usr/lib/polkit-1/polkitd /usr/lib/polkit-1/polkit-agent-helper-1; do
    command -v "$tool" >/dev/null || skip "no $tool here: apt-get install polkitd pkexec dbus-daemon"
  done
  [[ -u $(command -v pkexec) && -d /run/dbus && -d /etc/polkit-1/rules.d ]] || skip "polkit is not set up here"
  # The bus and the rules of this machine stay as they are.
  export SUDOER_SETUP='mount -t tmpfs -o mode=755 none /run/dbus && mount -t tmpfs -o mode=755 none /etc/polkit-1/rules.d'
fi
. "$LIB/sudoer.sh"
sudo tee /etc/polkit-1/rules.d/10-case.rules >/dev/null <<'R'
polkit.addRule(function(action, subject) {
  if (action.id != "org.freedesktop.policykit.exec") return undefined;
  var program = action.lookup("program");
  if (program == "/usr/bin/wc") return polkit.Result.AUTH_SELF;
  return program == "/usr/bin/env" ? polkit.Result.NO : polkit.Result.YES;
});
R
sudo dbus-daemon --config-file=/usr/share/dbus-1/system.conf --nofork --nopidfile \
  --address=unix:path=/run/dbus/system_bus_socket >/dev/null 2>&1 &
until_true 10 test -S /run/dbus/system_bus_socket || fail "no message bus"
sudo /usr/lib/polkit-1/polkitd --no-debug >/dev/null 2>&1 &
# sudo hands its signals on, but for those of its own group.
end_both() { for each in $(jobs -p); do sudo kill "$(pgrep -P "$each" | head -1)" 2>/dev/null || true; done; }
trap end_both EXIT
until_true 10 pkexec id -u >/dev/null 2>&1 || skip "polkit answers nothing here: $(pkexec id -u 2>&1 | head -3)"
cat >script <<'S'
pkexec id -u; pkexec sh -c 'exit 7'; echo "status $?"
echo piped | pkexec cat | tr a-z A-Z
pkexec --user games id -un; pkexec printenv PKEXEC_UID
pkexec sh -c 'kill -9 $$' 2>/dev/null; echo "status $?"
pkexec env 2>/dev/null; echo "status $?"
pkexec nothing_of_that_name 2>/dev/null; echo "status $?"
S
bash script >bare 2>/dev/null
sudo_run bash script
diff bare "$OUT" || fail "not as bare: $(<"$ERR")"
mkdir old && echo x >old/a
start_guarded --policy "$WITH_SUDO" -- pkexec rm -rf "$PWD/old"
wait_for_question
[[ $QUESTION == *'1 directory, 1 file'* && $QUESTION == *'"runs_outside": true'* ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_exists old/a
start_guarded --policy "$WITH_SUDO" -- pkexec rm -rf "$PWD/old"
wait_for_question
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
assert_missing old
# pkexec's own agent on the terminal: where polkit takes no answer from it bare (Debian 12: "No session for
# cookie"), it takes none here either.
cat >drive.py <<'S'
import os, re, sys, time
sys.path.insert(0, os.environ["LIB"])
from terminal import Terminal
guarded = len(sys.argv) > 1
one = Terminal(sys.argv[1:] + ["bash", "--norc", "--noprofile"])
one.send("PS1='ready> '\n")
one.prompt(), one.prompt()
seen = []
for word in (os.environ["PASSWORD"], "wrong"):
    one.send("pkexec wc -c /dev/null; echo status $?.\n")
    one.expect("password, for: pkexec wc" if guarded else "assword:")
    one.expect("keys are not shown") if guarded else time.sleep(0.5)
    one.send(word + "\r")
    one.expect("\nstatus "); one.prompt()
    seen += re.findall(r"status (\d+)\.", one.all)[-1:]
if os.environ["PASSWORD"] in one.all: raise SystemExit(one.all)
with open("guarded" if guarded else "bare", "w") as out: print(seen, file=out)
one.send("exit\n")
S
export PASSWORD
python3 -B drive.py || fail "bare"
python3 -B drive.py "$GUARD" run --policy "$UNASKED" -q -- || fail "guarded"
diff bare guarded || fail "pkexec is not as bare"
[[ $(audit_records) != *"$PASSWORD"* ]] || fail "the password is on record"
