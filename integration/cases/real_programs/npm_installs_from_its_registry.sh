# SPDX-License-Identifier: Apache-2.0
# npm install of a small package, its registry allowed: no other question, the same files as bare.
# timeout: 240
. "$LIB/case.sh"
command -v npm >/dev/null || skip "no npm here"
registry=$(npm config get registry 2>/dev/null) && host=${registry#*://} && host=${host%%/*} && host=${host##*@}
[[ -n ${host:-} ]] || skip "npm names no registry"
timeout 60 npm view is-odd@3.0.1 version --silent >/dev/null 2>&1 || skip "npm's registry is out of reach"
proxy=${https_proxy:-${HTTPS_PROXY:-}}
proxy=${proxy#*://}
proxy=${proxy##*@}
proxy=${proxy%%/*}
cat >"$CASE_ROOM/policy.yaml" <<YAML
version: 1
extends: [default]
network: {allow: ["${host%%:*}"${proxy:+, \"$proxy\"}]}
categories: {DEPS_INSTALL_UPDATE: 1}
YAML
export npm_config_update_notifier=false
guard_options+=(--policy "$CASE_ROOM/policy.yaml")
leave_out=(cache)
same_as_bare 'echo "{\"name\":\"app\",\"version\":\"1.0.0\"}" >package.json' \
  bash -ec "npm install --cache ./cache --no-audit --no-fund --silent is-odd@3.0.1 && node -p 'require(\"is-odd\")(3)'"
[[ $(<"$CASE_ROOM/bare/status") == 0 ]] || skip "not even bare: $(tail -1 "$CASE_ROOM/bare/stderr")"
assert_nothing_asked
