# SPDX-License-Identifier: Apache-2.0
# --require verified and landlock: on start nothing below their level, and say what is missing.
. "$LIB/case.sh"
guard_run --require verified --landlock off -- touch ran
assert_refused_to_start 125 "landlock: off"
assert_says "$ERR" "reaches level mediated"
if [[ $(id -u) -eq 0 ]]; then
  guard_run --require verified -- touch ran
  assert_refused_to_start 125 "--landlock on"
fi
mkdir -p "$XDG_CONFIG_HOME/guard"
printf 'version: 1\nlandlock: off\nlocked: [landlock]\n' >"$XDG_CONFIG_HOME/guard/policy.yaml"
GUARD_REQUIRE=verified guard_run -- touch ran
assert_refused_to_start 125 "landlock: off"
guard_run --landlock on -- touch ran
assert_refused_to_start 125 "landlock is locked by"
