# SPDX-License-Identifier: Apache-2.0
# In GitHub Actions each refusal is an annotation; names cannot make commands of their own.
. "$LIB/case.sh"
precious "tmp_a/100%::error::x"
export GITHUB_ACTIONS=true
guard_run --ci -- bash -c 'rm -rf ./tmp_*; true'
assert_status 3
assert_says "$ERR" "::warning "
assert_says "$ERR" "title=guard%3A fs.delete"
guard_run --ci -- true
assert_silent "$ERR" "::"
unset GITHUB_ACTIONS
guard_run --ci -- bash -c 'rm -rf ./tmp_*; true'
assert_silent "$ERR" "::warning "
