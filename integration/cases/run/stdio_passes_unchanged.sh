# SPDX-License-Identifier: Apache-2.0
# stdin, stdout and stderr are CMD's, byte by byte; guard adds nothing when it asks nothing.
. "$LIB/case.sh"
head -c 3000000 /dev/urandom >random
"$GUARD" run -- cat <random >copy 2>"$ERR"
cmp random copy || fail "stdout differs"
[[ -z $(but_for_the_level <"$ERR") ]] || fail "something on stderr"
"$GUARD" run -- bash -c 'cat >&2' <random 2>copy >"$OUT"
cmp random <(tail -c 3000000 copy) || fail "stderr differs"
[[ -z $(head -c -3000000 copy | but_for_the_level) ]] || fail "something else on stderr"
[[ ! -s $OUT ]] || fail "something on stdout"
"$GUARD" run -- cat random | head -c 10 >/dev/null || [[ $? -eq 141 ]] || fail "a closed pipe"
guard_run -- bash -c '[[ ! -t 0 && ! -t 1 && ! -t 2 ]]'
assert_status 0
