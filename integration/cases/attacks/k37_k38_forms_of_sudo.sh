# SPDX-License-Identifier: Apache-2.0
# sudo with a root folder of the caller's choice, sudoedit with an editor that brings more files, and
# sudo's other forms are sudo. Threats K37, K38 (CVE-2025-32463, CVE-2023-22809).
. "$LIB/case.sh"
stand_in sudo sudoedit doas su pkexec runuser
for line in 'sudo -R woot woot' 'sudo --chroot=woot id' 'sudo -R . -u root id' 'sudo -e /etc/motd' 'sudoedit /etc/motd' "EDITOR='vim -- /etc/shadow' sudoedit /etc/motd" "SUDO_EDITOR='x -- /etc/passwd' sudo -e f" 'sudo -i' 'sudo -s' 'sudo -u#-1 id' 'sudo -Hnu root -- id' \
  'sudo VAR=x id' 'doas id' 'su' 'su - root' 'pkexec id' 'runuser -u nobody id'; do
  guard_run --on-ask deny -- bash -c "$line"
  assert_nothing_ran "$line"
  status=0
  guard check --json --shell "$line" >"$OUT" || status=$?
  QUESTION=$(<"$OUT")
  ((status == 3 || status == 4)) || fail "the preview lets it run: $line"
  [[ $(json_of "'SUDO' in data['categories']") == true ]] || fail "not SUDO: $line: $QUESTION"
done
assert_recorded "r['act'] == 'exec' and 'SUDO' in r['categories'] and r['decision'] in ('ask', 'deny')"
guard_run --on-ask deny -- bash -c 'echo sudo -R woot id'
assert_content "$OUT" "sudo -R woot id"
