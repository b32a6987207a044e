# SPDX-License-Identifier: Apache-2.0
# Files of very many lines that all differ: the preview says how large they are, and goes on with the
# next one. One that is ended leaves nothing behind that goes on comparing.
. "$LIB/case.sh"
with_undo
precious small
cat >"$CASE_ROOM/fill.py" <<'PY'
import random, sys
rng = random.Random(int(sys.argv[1]))
for name in ("large", "huge"):
    with open(name, "w") as file:
        file.write("".join(f"{rng.randrange(1000)}\n" for _ in range(3000000)))
PY
python3 -B "$CASE_ROOM/fill.py" 1
guard_run --on-ask deny --session s -- bash -c 'echo agent >small; exec python3 -B "$0" 2' "$CASE_ROOM/fill.py"
assert_status 0
status=0
timeout 30 "$GUARD" undo --dry-run --session s --conflicts skip >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_status 0
assert_says "$OUT" "(no difference can be shown: it takes too long: 3000000 lines, "
[[ $(grep -c "it takes too long" "$OUT") -eq 2 ]] || fail "$(grep -c "it takes too long" "$OUT") are left out"
assert_says "$OUT" "+precious small"

"$GUARD" undo --dry-run --session s --conflicts skip >"$OUT" 2>"$ERR" </dev/null &
preview=$!
it_compares() { [[ -n $(processes_with "$PWD/huge (now)") ]]; }
until_true 20 it_compares || fail "nothing is compared"
kill -KILL "$preview"
wait "$preview" 2>/dev/null || true
until_true 1 nothing_runs_with "$PWD/huge (now)" || fail "it goes on: $(processes_with "$PWD/huge (now)")"
