# SPDX-License-Identifier: Apache-2.0
# As root of a container: with CAP_SYS_PTRACE and a profile that lets unshare through guard holds; with less,
# it says what is missing and starts nothing.
. "$LIB/case.sh"
[[ $EUID -eq 0 ]] || skip "being root of a container needs root"
precious tmp_a/one
in_container() { # WORD...
  status=0
  "$PROGRAMS/container" "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
}
in_container "$GUARD" run --ci -- touch ran
assert_refused_to_start 125 "a container's filter"
in_container +ptrace "$GUARD" run --ci -- touch ran
assert_refused_to_start 125 "forbids unshare"
in_container +ptrace "$GUARD" doctor
assert_status 1
assert_says "$OUT" "forbids unshare"
in_container +ptrace +unshare "$GUARD" doctor
assert_status 0
in_container +ptrace +unshare "$GUARD" run --ci --report out.json -- bash -c 'rm -rf ./tmp_*; touch ran; true'
assert_status 3
assert_untouched tmp_a/one
assert_exists ran out.json
