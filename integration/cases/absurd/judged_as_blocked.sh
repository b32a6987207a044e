# SPDX-License-Identifier: Apache-2.0
# An absurd act is blocked in every mode and with safe mode off; nothing is run, only judged.
. "$LIB/case.sh"
lines=(
  'rm -rf /' 'rm -rf /*' 'rm -fr --no-preserve-root /' 'rm -r -f //' 'rm -rf /.' 'rm -rf /etc/..' 'rm -rf ~' 'rm -rf "$HOME"' 'rm -rf ~/'
  'sudo rm -rf /' 'cd / && rm -rf *' 'find / -delete' 'chmod -R 777 /' 'chown -R nobody /' 'mkfs.ext4 /dev/sda1' 'mkfs /dev/sda'
  'dd if=/dev/zero of=/dev/sda' 'wipefs -a /dev/sda' 'cat x > /dev/sda' 'shred /dev/sda' ':(){ :|:& };:' 'bomb() { bomb | bomb & }; bomb'
  'env X=1 nice rm -rf /' 'bash -c "rm -rf /"' 'r""m -rf /' "\$'\\x72m' -rf /" 'true; rm -rf /' 'rm -rf / | cat' 'time rm -rf /'
)
for settings in '' 'GUARD_MODE=trusting' 'GUARD_MODE=paranoid'; do
  for line in "${lines[@]}"; do
    status=0
    env ${settings:+"$settings"} "$GUARD" check --json --shell "$line" >"$OUT" 2>"$ERR" || status=$?
    QUESTION=$(<"$OUT")
    [[ $status -eq 4 && $(json_of "data['decision']") == block ]] ||
      fail "$settings: $line: status $status $(cat "$OUT" "$ERR")"
    [[ $(json_of "data['risk_level']") == blocked ]] || fail "risk level: $line"
  done
done
for argv in 'rm -rf /' 'mkfs.ext4 /dev/sda' 'dd if=/dev/zero of=/dev/sda'; do
  status=0
  # shellcheck disable=SC2086
  guard check --json -- $argv >"$OUT" || status=$?
  [[ $status -eq 4 ]] || fail "$argv: status $status"
done
