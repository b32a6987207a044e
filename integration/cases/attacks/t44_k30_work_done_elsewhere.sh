# SPDX-License-Identifier: Apache-2.0
# Work handed to a process outside of the tree (another host, a container, a scheduler, the service
# manager, another terminal) is asked about when it is handed over. Threats 44, K28, K30, K31.
. "$LIB/case.sh"
stand_in ssh docker podman at batch crontab systemd-run systemctl tmux screen kubectl nsenter machinectl
lines=(
  "ssh host 'rm -rf /x'" 'ssh -p 22 -o X=y user@host rm -rf /x' 'docker run -v /:/h alpine rm -rf /h' 'docker -H unix:///x run --privileged alpine'
  'podman run -v /:/h alpine' 'echo rm -rf /x | at now' 'at -f x now' 'batch <x' 'crontab -r' 'crontab x' 'echo "* * * * * rm x" | crontab -' 'systemd-run --user rm -rf x' 'systemd-run -p X=y --scope rm x'
  'systemctl stop x' 'systemctl --user start x' 'tmux send-keys "rm -rf x" Enter' 'screen -X stuff rm' 'kubectl delete pod x' 'kubectl exec p -- rm x' 'nsenter -t 1 -a rm -rf x' 'machinectl shell host'
)
for line in "${lines[@]}"; do
  touch x
  guard_run --on-ask deny -- bash -c "$line"
  assert_nothing_ran "$line"
  status=0
  guard check --shell "$line" >"$OUT" || status=$?
  ((status == 3 || status == 4)) || fail "the preview lets it run: $line"
done
assert_recorded "r['act'] == 'exec' and 'crontab' in str(r['argv']) and r['decision'] in ('ask', 'deny')"
assert_recorded "r['act'] == 'exec' and 'docker' in str(r['argv']) and r['risk_tier'] >= 2"
guard_run --on-ask deny -- bash -c 'docker ps; kubectl get pods; ssh -V'
assert_content "$OUT" $'docker ran\nkubectl ran\nssh ran'
