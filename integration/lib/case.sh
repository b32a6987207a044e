# SPDX-License-Identifier: Apache-2.0
# The functions that cases share; each one sources it first: . "$LIB/case.sh"
#
# A case starts in $WORKSPACE, an empty folder below a home of its own. Sourcing proves that guard is
# in front (canary); without that proof a case fails, whatever it would have seen.
#
#   precious PATH...          files that existed before the session
#   stand_in NAME...          ./bin/NAME, harmless, and first on PATH; assert_nothing_ran: none did
#   with_undo                 from here on guard saves what is changed (integration/cases/undo)
#   free_policy WHEN          writes $FREE, a policy that allows what fits
#   keep_policy               writes $KEEP, a policy that denies every change below kept/
#   needs_landlock_roots      else skips the case
#   calls_repeat              a handled signal has a held call made again: Linux below 5.19
#   guard_run WORD...         guard run WORD..., to its end; fills $status, and the files $OUT, $ERR
#   start_guarded WORD...     the same in the background; finish_guarded waits for its end
#   wait_for_question         until guard pending shows one; fills $QUESTION (JSON) and $question_id
#   assert_...                each ends the case with a line that says what was seen
#   same_as_bare SETUP WORD.. runs SETUP and WORD... bare and guarded: output, status, files (but
#                             for those with a word of `leave_out` in their path) must be equal
set -euo pipefail

# A file that a case loses is lost: with undo, deleting one file asks nothing. with_undo: the
# default.
export GUARD_UNDO=off
with_undo() { unset GUARD_UNDO; }

OUT=$CASE_ROOM/stdout
ERR=$CASE_ROOM/stderr
guard_pid=

fail() {
  local frame=0
  while [[ ${BASH_SOURCE[frame + 1]} != "$0" ]]; do frame=$((frame + 1)); done
  printf 'FAIL: line %s: %s\n' "${BASH_LINENO[frame]}" "$*"
  [[ ! -s $ERR ]] || sed 's/^/  stderr: /' "$ERR" | tail -20
  exit 1
}

skip() {
  printf '%s\n' "$*"
  exit 77
}

# A command that fails unexpectedly ends the case; say where.
set -E
trap 'printf "FAIL: line %s: status %d of: %s\n" "$LINENO" "$?" "$BASH_COMMAND"' ERR

guard() { "$GUARD" "$@"; }

# --- the world before the session --------------------------------------------------------------

precious() {
  local path
  for path in "$@"; do
    mkdir -p "$(dirname "$path")"
    printf 'precious %s\n' "$path" >"$path"
  done
}

# A command that a case must not run for real. Called by its name it is judged as what it is called.
stand_in() {
  local name
  mkdir -p bin
  for name in "$@"; do
    cp "$PROGRAMS/stand_in" "bin/$name"
  done
  [[ $PATH == "$PWD/bin:"* ]] || export PATH=$PWD/bin:$PATH
}

export RAN=$WORKSPACE/ran
assert_nothing_ran() { [[ ! -e $RAN ]] || fail "it ran: $(<"$RAN") by: $*"; }

# Allows acts that fit WHEN, the conditions of a rule, because the case is about something else. The
# second rule says that tier 3 is meant: a run does not tell of it.
free_policy() { # WHEN
  export FREE=$CASE_ROOM/free.yaml
  printf 'version: 1\nextends: [default]\nrules:\n  - {id: free, when: {%s}, decision: allow}\n' "$1" >"$FREE"
  printf '  - {id: free.tier3, when: {%s, tier: 3}, decision: allow}\n' "$1" >>"$FREE"
}

KEEP=$CASE_ROOM/keep.yaml
keep_policy() {
  cat >"$KEEP" <<'YAML'
version: 1
extends: [default]
rules:
  - {id: keep-it, when: {act: [write, delete, rename, metadata], path: "kept/**"}, decision: deny}
YAML
}

# guard must be in front here, for this user: something of before survives an unanswered rm, and
# the harmless neighbour of the same command does happen.
canary() {
  local room=$CASE_ROOM/home/canary
  precious "$room/nest/egg"
  (cd "$room" && GUARD_STATE_DIR=$CASE_ROOM/canary_state guard run --on-ask deny -- \
    bash -c 'echo sung >song; rm -rf ./nest') >"$OUT" 2>"$ERR" </dev/null || true
  [[ -f $room/song ]] || fail "canary: guard run did not run its command"
  [[ -f $room/nest/egg ]] || fail "canary: guard is not in front, rm -rf went through"
  # The last record of the session may just be on its way.
  until_true 5 rm -rf "$room" "$CASE_ROOM/canary_state" 2>/dev/null
  : >"$OUT"
  : >"$ERR"
}

# --- running -----------------------------------------------------------------------------------

guard_run() {
  start_guarded "$@"
  finish_guarded
}

has_landlock_roots() { ((${LANDLOCK_ABI:-3} >= 3)); } # Linux 6.2
needs_landlock_roots() { has_landlock_roots || skip "this kernel has no Landlock roots"; }

# Below 5.19 a handled signal ends the wait of a held call, and the kernel makes it again.
calls_repeat() { [[ ${CALLS_REPEAT:-no} == yes ]]; }

# A kernel without Landlock's roots, pretended or real, lowers an ordinary user's level, the preload backend
# everybody's, which guard says at start: what is compared is what else is said.
but_for_the_level() {
  local lines=(-e '^guard: level mediated: this kernel ')
  [[ ${GUARD_BACKEND:-} != preload ]] || lines+=(-e '^guard: level advisory: ')
  grep -av --line-buffered "${lines[@]}" || true
}
# That backend only tells of static programs.
but_for_the_unseen() { grep -av '^guard: not seen: ' || true; }
says_its_level() { [[ -n ${GUARD_TEST_KERNEL:-} || ${GUARD_BACKEND:-} == preload ]] || ! has_landlock_roots; }

# Standard error is a pipe: guard says nothing into files.
start_guarded() {
  rm -f "$ERR" "$ERR.pipe"
  mkfifo "$ERR.pipe"
  if says_its_level; then
    but_for_the_level <"$ERR.pipe" >"$ERR" &
  else
    cat <"$ERR.pipe" >"$ERR" &
  fi
  err_reader=$!
  "$GUARD" run "$@" >"$OUT" 2>"$ERR.pipe" </dev/null &
  guard_pid=$!
}

finish_guarded() {
  status=0
  wait "$guard_pid" || status=$?
  # A process that lives on in the background may hold the pipe open; then the output so far must
  # do.
  until_true 2 err_is_complete || kill "$err_reader" 2>/dev/null || true
  wait "$err_reader" 2>/dev/null || true
}
err_is_complete() { ! kill -0 "$err_reader" 2>/dev/null; }

# api_get SESSION TARGET: the body of the answer of a session that runs
api_get() {
  python3 -B -c '
import socket, sys
with socket.socket(socket.AF_UNIX) as s:
    s.connect(sys.argv[1])
    s.sendall(f"GET {sys.argv[2]} HTTP/1.1\r\nHost: guard\r\nConnection: close\r\n\r\n".encode())
    text = b"".join(iter(lambda: s.recv(65536), b"")).decode()
print(text.split("\r\n\r\n", 1)[1])' "$(find "$XDG_RUNTIME_DIR" "$GUARD_STATE_DIR" -name "$1.sock" 2>/dev/null | head -1)" "$2"
}

# until_true SECONDS COMMAND...: polls until the command succeeds
until_true() {
  local turns=$(($1 * 20))
  shift
  while ! "$@"; do
    ((turns-- > 0)) || return 1
    sleep 0.05
  done
}

one_question_waits() {
  QUESTION=$(guard pending --json 2>/dev/null) || return 1
  question_id=$(json_of "data[0]['id']") 2>/dev/null || return 1
}

wait_for_question() {
  until_true 20 one_question_waits ||
    fail "no question came; pending says: $(guard pending --json 2>&1)"
}

no_question_waits() { [[ $(guard pending --json) == "[]" ]]; }

# json_of EXPRESSION: of the Python value `data`, read from $QUESTION
json_of() { python3 -B "$LIB/query.py" value "$1" <<<"$QUESTION" 2>/dev/null; }

# --- records -----------------------------------------------------------------------------------

audit_records() { guard audit export --format jsonl; }

# Every condition is a Python expression over one record r.
is_recorded() { audit_records | python3 -B "$LIB/query.py" some "$1"; }

# The recorder writes in groups: what a living session did may take a moment.
assert_recorded() { until_true 5 is_recorded "$1" || fail "no record with: $1"; }

# The last record of a session comes after guard run has ended.
all_closed() { [[ $(guard audit verify 2>/dev/null) != *"not closed"* ]]; }
wait_for_closing() { until_true 10 all_closed || fail "not closed: $(guard audit verify 2>&1)"; }

assert_not_recorded() {
  ! is_recorded "$1" || fail "there is a record with: $1"
}

assert_nothing_asked() {
  assert_not_recorded "r['decision'] in ('ask', 'deny', 'block') or r['approval_id']"
}

# --- assertions --------------------------------------------------------------------------------

assert_status() { [[ $status -eq $1 ]] || fail "status $status, expected $1"; }
assert_status_not() { [[ $status -ne $1 ]] || fail "status $status, which it must not be"; }

assert_exists() {
  local path
  for path in "$@"; do
    [[ -e $path || -L $path ]] || fail "$path is missing"
  done
}

assert_missing() {
  local path
  for path in "$@"; do
    [[ ! -e $path && ! -L $path ]] || fail "$path is still there"
  done
}

# The file has what `precious` wrote.
assert_untouched() {
  local path
  for path in "$@"; do
    [[ -f $path && $(<"$path") == "precious $path" ]] || fail "$path was touched"
  done
}

assert_content() { [[ $(<"$1") == "$2" ]] || fail "$1 has '$(head -c 300 "$1")', expected '$2'"; }

assert_says() { # FILE TEXT
  grep -qF -- "$2" "$1" || fail "$(basename "$1") does not say '$2' but '$(head -c 600 "$1")'"
}

assert_silent() { # FILE TEXT
  ! grep -qF -- "$2" "$1" || fail "$(basename "$1") says '$2'"
}

# One clear line from guard itself, and nothing ran (the command was to make ./ran).
assert_refused_to_start() { # STATUS TEXT
  assert_status "$1"
  assert_missing ran
  # A defect of a policy shows its line below it, indented.
  [[ $(grep -cv '^    ' "$ERR") -eq 1 ]] || fail "stderr has more than one complaint"
  grep -q '^guard: ' "$ERR" || fail "stderr does not begin with 'guard: '"
  assert_says "$ERR" "$2"
}

# --- differences -------------------------------------------------------------------------------

guard_options=(--on-ask deny)
leave_out=()

# Both runs have the same path, one after the other, so that files which hold it are equal too.
one_side() { # SIDE SETUP WORD...
  local side=$1 setup=$2 front=() code=0
  shift 2
  [[ $side == bare ]] || front=("$GUARD" run "${guard_options[@]}" --)
  [[ ! -d $CASE_ROOM/home/w ]] || chmod -R u+rwX "$CASE_ROOM/home/w"
  rm -rf "$CASE_ROOM/home/w"
  mkdir -p "$CASE_ROOM/home/w" "$CASE_ROOM/$side"
  (cd "$CASE_ROOM/home/w" && exec "${front[@]}" bash -c "$setup"$'\n''exec "$@"' case "$@") \
    >"$CASE_ROOM/$side/stdout" 2>"$CASE_ROOM/$side/stderr" </dev/null || code=$?
  printf '%s\n' "$code" >"$CASE_ROOM/$side/status"
  if says_its_level; then
    but_for_the_level <"$CASE_ROOM/$side/stderr" | but_for_the_unseen >"$CASE_ROOM/$side/said"
    mv "$CASE_ROOM/$side/said" "$CASE_ROOM/$side/stderr"
  fi
  python3 -B "$LIB/manifest.py" "$CASE_ROOM/home/w" "${leave_out[@]}" >"$CASE_ROOM/$side/files"
}

same_as_bare() {
  local part
  one_side bare "$@"
  one_side guarded "$@"
  shift
  for part in status stderr stdout files; do
    diff "$CASE_ROOM/bare/$part" "$CASE_ROOM/guarded/$part" || {
      sed 's/^/  guarded stderr: /' "$CASE_ROOM/guarded/stderr" | tail -10
      fail "$part differs from the bare run of: $*"
    }
  done
  assert_recorded "r['act'] == 'exec'"
}

# --- undo --------------------------------------------------------------------------------------

# remember FOLDER: its exact state now; assert_as_remembered: it is so again, times and links too.
remember() { python3 -B "$LIB/exact.py" "$1" >"$CASE_ROOM/remembered"; }
assert_as_remembered() {
  python3 -B "$LIB/exact.py" "$1" >"$CASE_ROOM/is"
  diff "$CASE_ROOM/remembered" "$CASE_ROOM/is" || fail "$1 is not as it was before"
}

# --- processes ---------------------------------------------------------------------------------

# A copy of guard for this case alone: its processes are told apart from those of cases beside it.
own_guard() {
  cp "$GUARD" "$CASE_ROOM/guard"
  GUARD=$CASE_ROOM/guard
}

# The front, the serving process, the reaper of every guard started as $GUARD, which is this case's own.
guard_processes() {
  [[ $GUARD == "$CASE_ROOM"/* ]] || fail "guard_processes without own_guard counts those of other cases"
  python3 -B "$LIB/processes.py" first "$GUARD" | grep . || true
}

# The serving process of the guard that was started as PID.
serving_process() {
  local child grandchild
  for child in $(cat "/proc/$1/task/"*/children 2>/dev/null); do
    for grandchild in $(cat "/proc/$child/task/"*/children 2>/dev/null); do
      [[ $(cat "/proc/$grandchild/comm" 2>/dev/null) != guard-serve ]] || echo "$grandchild"
    done
  done
}

# Processes that have WORD in their command line.
processes_with() { python3 -B "$LIB/processes.py" any "$1" | grep . || true; }
# A killed process needs a moment to go on a busy machine, as do guard's own processes, which have CMD's words among
# theirs; one that lives on is there to stay.
nothing_runs_with() {
  local look
  for look in {1..50}; do
    [[ -n $(processes_with "$1") ]] || return 0
    sleep 0.1
  done
  return 1
}

canary
# Only now: a guard that could not pass the canary would prove nothing about the case (./dev proofs).
[[ -z ${WEAKEN:-} ]] || export GUARD_WEAKEN=$WEAKEN
