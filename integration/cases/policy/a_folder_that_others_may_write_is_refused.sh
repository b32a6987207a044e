# SPDX-License-Identifier: Apache-2.0
# Where others may write the folder of the user's policy, they may put another policy there: nothing starts, each
# command says the path, its mode and what to do. The user's private group may write.
. "$LIB/case.sh"
config=$XDG_CONFIG_HOME/guard
mkdir -p "$config"
printf 'mode: balanced\n' >"$config/policy.yaml"
refused_by() { # STATUS WORD...
  local wanted=$1
  shift
  status=0
  guard "$@" >"$OUT" 2>"$ERR" || status=$?
  assert_status "$wanted"
  cat "$OUT" "$ERR" >both
  assert_says both "$config: others may write it (mode $mode), and so change what guard holds: chmod go-w $config"
}
for mode in 0777 1777; do
  chmod "$mode" "$config"
  refused_by 125 run -- touch "$PWD/ran"
  refused_by 125 check -- true
  refused_by 1 policy validate
  refused_by 1 doctor
done
assert_missing ran
chmod 775 "$config"
if [[ $(stat -c %G "$config") == "$(id -un)" ]]; then
  chmod 664 "$config/policy.yaml"
  guard_run -- true
  assert_status 0
fi
chmod go-w "$config" "$config/policy.yaml"
guard_run -- true
assert_status 0
if ((EUID == 0)); then
  chgrp 100 "$config"
  chmod 775 "$config"
  mode=0775
  refused_by 125 run -- true
fi
