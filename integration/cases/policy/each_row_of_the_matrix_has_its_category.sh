# SPDX-License-Identifier: Apache-2.0
# Each row of docs/decision_matrix.md under `extends: [strict]`: guard check names its categories, and a run asks
# with the same. A session approval of that category covers it, that of the others and that of none does not,
# and another session has forgotten it.
# timeout: 300
. "$LIB/case.sh"
printf 'extends: [strict]\n' >"$CASE_ROOM/strict.yaml"
export GUARD_POLICY=$CASE_ROOM/strict.yaml
git init -q .

# Programs that do nothing, found by their names.
mkdir bin
for name in show git pip pip3 poetry pipenv npm yarn systemctl service iptables ufw mount umount mkfs sudo curl wget; do
  cp /bin/true "bin/$name"
done
export PATH=$PWD/bin:$PATH

# TEXT|CATEGORIES|3: tier 3, which no session approval covers
rows='
(>file)|FS_DELETE_OVERWRITE
show ../up|FS_OUTSIDE_WORKSPACE
show a/../b|FS_OUTSIDE_WORKSPACE
show /etc/hostname|FS_OUTSIDE_WORKSPACE
show --file=/etc/hostname|FS_OUTSIDE_WORKSPACE
show a/.env|FS_CONFIG_SECRETS
show app.config|FS_CONFIG_SECRETS
show MySecrets|FS_CONFIG_SECRETS
show token|FS_CONFIG_SECRETS
show an.apikey.txt|FS_CONFIG_SECRETS
show "an api key"|FS_CONFIG_SECRETS
show keys/a|FS_CONFIG_SECRETS
show password.txt|FS_CONFIG_SECRETS
show credentials|FS_CONFIG_SECRETS
show ssh/a|FS_CONFIG_SECRETS
show server.pem|FS_CONFIG_SECRETS
show server.key|FS_CONFIG_SECRETS
show конфиг.txt|FS_CONFIG_SECRETS
show ключи|FS_CONFIG_SECRETS
show Пароль|FS_CONFIG_SECRETS
pip install x|DEPS_INSTALL_UPDATE
pip3 install x|DEPS_INSTALL_UPDATE
poetry add x|DEPS_INSTALL_UPDATE
poetry update|DEPS_INSTALL_UPDATE
pipenv install|DEPS_INSTALL_UPDATE
npm install x|DEPS_INSTALL_UPDATE
npm update|DEPS_INSTALL_UPDATE
yarn add x|DEPS_INSTALL_UPDATE
yarn install|DEPS_INSTALL_UPDATE
show requirements.txt|DEPS_INSTALL_UPDATE
show web/package.json|DEPS_INSTALL_UPDATE
git commit -m a|GIT_PUBLISH
git push|GIT_PUBLISH
git tag v1|GIT_PUBLISH
git publish|GIT_PUBLISH
git release|GIT_PUBLISH
systemctl status x|SYSTEM_IMPACT
service x status|SYSTEM_IMPACT
iptables -L|SYSTEM_IMPACT
ufw status|SYSTEM_IMPACT
mount|SYSTEM_IMPACT
umount x|SYSTEM_IMPACT|3
mkfs -V|SYSTEM_IMPACT
reboot|SYSTEM_IMPACT|3
shutdown -h now|SYSTEM_IMPACT|3
sudo show|SUDO
curl --version|NETWORK_RISK
wget --version|NETWORK_RISK
show https://example.org/a|NETWORK_RISK
show HTTP://example.org/a|NETWORK_RISK
show|EXEC_ARBITRARY
show a b|EXEC_ARBITRARY
(>.env)|FS_CONFIG_SECRETS,FS_DELETE_OVERWRITE
(>package.json)|FS_DELETE_OVERWRITE,DEPS_INSTALL_UPDATE
curl -o ../a.key https://example.org/a|NETWORK_RISK,FS_CONFIG_SECRETS,FS_OUTSIDE_WORKSPACE
'
texts=() categories=() tiers=()
while IFS='|' read -r text category tier; do
  [[ -n $text ]] || continue
  texts+=("$text") categories+=("$category") tiers+=("${tier:-2}")
done <<<"$rows"
names=$(printf '%s\n' "${categories[@]//,/$'\n'}" | sort -u)
[[ $(wc -l <<<"$names") -eq 9 ]] || fail "categories: $names"

# The words of guard check.
printf '%s\n' "${texts[@]}" | guard check --batch >"$OUT" || true
for i in "${!texts[@]}"; do
  QUESTION=$(sed -n "$((i + 1))p" "$OUT")
  # To whom sudo gives nothing it is denied at once.
  verdict=ask
  [[ ${categories[i]} != SUDO ]] || ((EUID == 0)) || verdict=deny
  [[ $(json_of "data['decision'] + ' ' + ','.join(data['required_categories']) + (' 3' if data['tier'] == 3 else ' 2')") == \
    "$verdict ${categories[i]} ${tiers[i]}" ]] || fail "check of ${texts[i]}: $QUESTION"
done

# The agent is a shell: each line that it is told is a command of its own. Writes are in a subshell: what a process
# was denied it is not asked about again.
cat >agent.sh <<'SH'
while read -r text; do
  if eval "$text" </dev/null 2>/dev/null; then echo "ran $text"; else echo "refused $text"; fi
done <tell
SH
mkfifo tell
runs_here() { [[ ${tiers[$1]} == 2 ]] && { [[ ${categories[$1]} != SUDO ]] || ((EUID == 0)); }; }
start_agent() { # SESSION
  start_guarded --session "$1" -- bash agent.sh
  exec 7<>tell
  wait_for_question
  guard approve "$question_id" >/dev/null
  until_true 10 no_question_waits || fail "still waits: $QUESTION"
}
end_agent() {
  exec 7>&-
  finish_guarded
}
has_come_to() { [[ $(tail -1 "$OUT") == "$1 $2" ]]; }
asks() { # ROW
  sleep 0.12 # ten questions a second are asked at most
  printf '%s\n' "${texts[$1]}" >&7
  wait_for_question
  [[ $(json_of "','.join(data[0]['required_categories'])") == "${categories[$1]}" ]] ||
    fail "${texts[$1]} asks: $QUESTION"
}
is_denied() { # ROW
  guard deny "$question_id" >/dev/null
  until_true 10 has_come_to refused "${texts[$1]}" || fail "after the denial of ${texts[$1]}: $(tail -1 "$OUT")"
}
goes_unasked() { # ROW
  printf '%s\n' "${texts[$1]}" >&7
  until_true 10 has_come_to ran "${texts[$1]}" || fail "${texts[$1]}: $(tail -1 "$OUT"); $(guard pending --json)"
}
others_of() { grep -vxF "${1//,/$'\n'}" <<<"$names" | paste -sd,; }

first_row_of() { # CATEGORY
  local i
  for i in "${!texts[@]}"; do
    [[ ${categories[i]} != "$1" ]] || break
  done
  printf '%s' "$i"
}

# One category for each session: what waits is answered, and all rows of that category alone go unasked.
before=
for category in $names; do
  row=$(first_row_of "$category")
  runs_here "$row" || continue
  start_agent "s-$category"
  asks "$row"
  ! guard approve-session --session "s-$category" 2>/dev/null || fail "nothing named, but granted"
  guard approve-session --session "s-$category" --categories "$category" >/dev/null
  until_true 10 has_come_to ran "${texts[row]}" || fail "$category does not answer ${texts[row]}"
  for i in "${!texts[@]}"; do
    [[ ${categories[i]} != "$category" ]] || ! runs_here "$i" || goes_unasked "$i"
  done
  if [[ -n $before ]]; then # what the session before was given
    asks "$before"
    is_denied "$before"
  fi
  before=$row
  end_agent
done

# Each row asks where all the other categories were approved, and those of several rows need each.
for category in $names; do
  start_agent "all-but-$category"
  guard approve-session --session "all-but-$category" --categories "$(others_of "$category")" >/dev/null
  for i in "${!texts[@]}"; do
    runs_here "$i" && [[ ,${categories[i]}, == *",$category,"* ]] || continue
    asks "$i"
    is_denied "$i"
  done
  end_agent
done

# The same session again, and nothing is remembered.
start_agent "all-but-SUDO"
asks 0
is_denied 0
guard approve-session --session all-but-SUDO --categories "$(paste -sd, <<<"$names")" >/dev/null
for i in "${!texts[@]}"; do
  ! runs_here "$i" || goes_unasked "$i"
done
end_agent
