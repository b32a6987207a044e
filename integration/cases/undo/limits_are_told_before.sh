# SPDX-License-Identifier: Apache-2.0
# A question about a folder promises an undo only where all of it can be kept: just below and at each limit of undo it
# does, and undo gives all back; just above it says that it cannot be undone.
# timeout: 120
. "$LIB/case.sh"
with_undo
told() { # POLICY PROMISED: approves the deletion of folder/, and takes it back
  local promised=$2
  printf 'version: 1\nextends: [default]\nundo: {%s}\n' "$1" >"$CASE_ROOM/policy.yaml"
  find folder -type f | sort | xargs sha256sum >"$CASE_ROOM/before"
  start_guarded --session "s$((++sessions))" --policy "$CASE_ROOM/policy.yaml" -- rm -rf folder
  wait_for_question
  local told
  told=$(json_of "data[0]['undo']")
  if [[ $promised == yes ]]; then
    [[ $told == "all "* ]] || fail "no undo is promised with $1: $told"
  else
    [[ $told != "all "* ]] || fail "undo is promised with $1: $told"
  fi
  guard approve "$question_id"
  finish_guarded
  assert_missing folder
  [[ $promised == yes ]] || return 0
  guard undo --yes --session "s$sessions" >/dev/null || fail "undo ended with $?"
  sha256sum --quiet -c "$CASE_ROOM/before" || fail "not all came back with $1"
}
sessions=0
fill() { # BYTES...: a file of each size
  rm -rf folder
  mkdir folder
  local size number=0
  for size in "$@"; do
    number=$((number + 1))
    head -c "$size" /dev/urandom >"folder/$number"
  done
}
# Bytes on disk count, and 4096 of them are the least that a file takes.
# All that is kept: first, for what earlier sessions keep counts.
fill 1000 1000 && told 'max: 8kB' no
fill 1000 1000 && told 'max: 8KiB' yes
# One file.
for size in 3999 4000; do fill 10 "$size" && told 'max_file: 4kB' yes; done
fill 10 4001 && told 'max_file: 4kB' no
# All of them: the folder itself is an entry too.
fill 10 10 10 && told 'max_files: 5' yes
fill 10 10 10 10 && told 'max_files: 5' yes
fill 10 10 10 10 10 && told 'max_files: 5' no

# A file that outgrows its room between question and answer is no part of the answer: it is asked about by itself.
fill 10 10
printf 'version: 1\nextends: [default]\nundo: {max_file: 4kB}\n' >"$CASE_ROOM/policy.yaml"
start_guarded --policy "$CASE_ROOM/policy.yaml" -- rm -rf folder
wait_for_question
head -c 5000 /dev/urandom >folder/2
cp folder/2 "$CASE_ROOM/grown"
guard approve "$question_id"
wait_for_question
[[ $(json_of "data[0]['what']") == *folder/2* ]] || fail "no question about the one file: $(guard pending --json)"
[[ $(json_of "data[0]['undo']") == "none: 5.0 kB are more than undo.max_file" ]] || fail "no word why: $QUESTION"
assert_exists folder/2
guard deny "$question_id"
finish_guarded
cmp folder/2 "$CASE_ROOM/grown" || fail "what was not promised is gone"
