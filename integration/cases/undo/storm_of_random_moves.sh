# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# Random sessions with an undo in their middle lead back to the state before. A seed that does not is printed: it belongs into
# random_moves_with_an_undo_in_the_middle_go_back then.
. "$LIB/case.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
sessions=3
[[ -z ${STORM:-} ]] || sessions=200
mapfile -t seeds < <(shuf -i 1000-1000000000 -n "$sessions")
python3 -B "$LIB/random_moves.py" "$GUARD" "$FREE" "${seeds[@]}" >"$OUT" 2>&1 || fail "$(<"$OUT")"
