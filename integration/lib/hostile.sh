# SPDX-License-Identifier: Apache-2.0
# Names that want to take over what shows them (hostile.py). . "$LIB/hostile.sh" after case.sh.
#
#   hostile_names FOLDER    makes one of each there
#   HOSTILE                 an array of all of them, and of longer words
#   tame FILE...            nothing raw is in it, and it did show some of the names
#   tame_screen FILE...     the same of what a terminal got
#   shown NAME COMMAND...   the command's output is in $SHOWN/NAME, its errors in $SHOWN/NAME.err, both
#                           together are tame; its status in $status
#   said NAME COMMAND...    the same of what need not show a name
#   complains COMMAND...    the command fails, and what it says has nothing raw
SHOWN=$CASE_ROOM/shown
mkdir "$SHOWN"
mapfile -d '' HOSTILE < <(python3 -B "$LIB/hostile.py" words)

hostile_names() { python3 -B "$LIB/hostile.py" make "$1"; }
tame() { python3 -B "$LIB/hostile.py" check "$@" >"$CASE_ROOM/faults" || fail "$(<"$CASE_ROOM/faults")"; }
tame_screen() { python3 -B "$LIB/hostile.py" screen "$@" >"$CASE_ROOM/faults" || fail "$(<"$CASE_ROOM/faults")"; }
complains() { # COMMAND...
  said complaint "$@"
  assert_status_not 0
}
said() { # NAME COMMAND...
  local name=$1
  shift
  status=0
  "$@" >"$SHOWN/$name" 2>"$SHOWN/$name.err" </dev/null || status=$?
  all=$SHOWN/all${name#"${name%.*}"}
  cat "$SHOWN/$name" "$SHOWN/$name.err" >"$all"
  [[ -s $all ]] || fail "nothing is said by: $*"
  python3 -B "$LIB/hostile.py" any "$all" >"$CASE_ROOM/faults" || fail "$* says: $(<"$CASE_ROOM/faults")"
}
shown() { # NAME COMMAND...
  said "$@"
  tame "$all"
}
