# SPDX-License-Identifier: Apache-2.0
# A refusal to a process that outlived the command is told where guard's own lines went, a file too, as during the run.
. "$LIB/case.sh"
precious old/file
status=0
"$GUARD" run --ci -- bash -c '(until [[ -e go ]]; do sleep 0.05; done; rm -rf old; echo "late $?"; touch over) & echo hi' \
  >both.log 2>&1 </dev/null || status=$?
assert_status 0
assert_silent both.log "guard: denied"
touch go
until_true 20 test -e over || fail "$(<both.log)"
assert_says both.log "guard: denied rm -rf old"
assert_says both.log "rule fs.delete"
assert_says both.log "late 126"
assert_says both.log "guard: passed" # nothing was written over
assert_untouched old/file
