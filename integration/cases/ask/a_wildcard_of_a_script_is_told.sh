# SPDX-License-Identifier: Apache-2.0
# A wildcard that a script, a function or an interactive bash expands is told as one, also where it became two
# names; names that were typed are not.
. "$LIB/case.sh"
with_undo
precious data/one data/two kept/three kept/four
cat >clean.sh <<'BASH'
#!/bin/bash
D=data
rm -rf "$D"/*
all() { rm -f data/*; }
all
rm -rf kept/three kept/four
BASH
chmod +x clean.sh
guard_run --on-ask deny -- ./clean.sh
[[ $(grep -ac "(rule fs.delete.wildcard)" "$ERR") == 2 ]] || fail "refused: $(<"$ERR")"
assert_missing kept/three kept/four
echo 'rm -rf data/*' | "$GUARD" run --on-ask deny --session typed -- bash --norc >"$OUT" 2>"$ERR" || true
assert_says "$ERR" "(rule fs.delete.wildcard)"
assert_untouched data/one data/two
