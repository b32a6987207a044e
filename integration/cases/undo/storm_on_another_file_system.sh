# SPDX-License-Identifier: Apache-2.0
# The store lies on another file system: all is copied, and comes back. The same with so little room
# that it is full in the middle of the storm: what cannot be saved does not happen.
# timeout: 120
. "$LIB/own_mounts.sh"
. "$LIB/case.sh"
with_undo
. "$LIB/storm.sh"
read -r files acts _ <<<"${STORM:-300 400 4}"

mkdir -m 700 roomy small
mount -t tmpfs -o size=1g,mode=700 none roomy
mount -t tmpfs -o "size=$((files * 5 + 500))k,mode=700" none small

export GUARD_STATE_DIR=$PWD/roomy/state
grow
guard_run --safe-mode off --session roomy -- python3 -B "$LIB/storm.py" "$tree" "$acts" 1
assert_content "$OUT" "blown over"
guard undo --yes --session roomy
assert_all_back

export GUARD_STATE_DIR=$PWD/small/state
grow
guard_run --on-ask deny --session small -- python3 -B "$LIB/storm.py" "$tree" "$((acts * 10))" 2
assert_content "$OUT" "blown over"
assert_says "$ERR" "No space left on device"
status=0
guard undo --yes --session small >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "nothing was done"
assert_says "$ERR" "--final"
guard undo --yes --final --session small
# That there is no room for the times of a folder holds up nothing.
without_folder_times() { sed -E 's/^(.* 4[0-7]{4} [0-9]+:[0-9]+ - 0 )[0-9]+/\1/'; }
assert_all_back without_folder_times
