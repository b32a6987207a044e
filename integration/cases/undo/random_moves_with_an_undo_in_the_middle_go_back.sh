# SPDX-License-Identifier: Apache-2.0
# timeout: 240
# Whatever a session moves, writes and removes, before and after an undo in its middle: a last undo of all leads to the state
# before. Each of these seeds once led elsewhere.
. "$LIB/case.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
python3 -B "$LIB/random_moves.py" "$GUARD" "$FREE" 147 153 203 210 256 710 >"$OUT" 2>&1 || fail "$(<"$OUT")"
