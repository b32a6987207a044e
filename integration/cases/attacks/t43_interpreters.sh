# SPDX-License-Identifier: Apache-2.0
# An act that an interpreter does itself, however the call is hidden in its text, is judged at the
# call. Threat 43.
. "$LIB/case.sh"
keep_policy
lines=(
  "python3 -c 'import os; os.remove(\"kept/f\")'" "python3 -c 'import os; getattr(os, \"rem\" + \"ove\")(\"kept/f\")'" "python3 -c 'import pathlib; pathlib.Path(\"kept/f\").unlink()'"
  "python3 -c '__import__(\"shutil\").rmtree(\"kept\")'" "python3 -c 'exec(bytes.fromhex(\"696d706f7274206f733b206f732e72656d6f766528226b6570742f662229\"))'"
  "python3 -c 'import ctypes; ctypes.CDLL(None).unlink(b\"kept/f\")'" "python3 -c 'import ctypes; ctypes.CDLL(None).syscall(87, b\"kept/f\")'" "python3 -c 'open(\"kept/f\", \"w\")'"
  "python3 -c 'import os; os.rename(\"kept/f\", \"x\")'" "python3 -c 'import os; os.truncate(\"kept/f\", 0)'" "perl -e 'unlink \"kept/f\"'" "perl -e 'rename \"kept/f\", \"x\"'" "perl -e 'open(F, \">kept/f\")'"
  "perl -MFile::Path -e 'File::Path::rmtree(\"kept\")'" "perl -e 'syscall(87, \"kept/f\")'" "awk 'BEGIN { printf \"\" > \"kept/f\" }'" "sed -i d kept/f" "sqlite3 :memory: '.output kept/f' 'select 1'" "vim -es -c 'call delete(\"kept/f\")' -c q"
  "ed -s kept/f <<<\$'1d\\nw'" "busybox rm kept/f" "make -s -f - <<<'\$(file >kept/f,x)'"
)
if command -v node >/dev/null; then
  lines+=("node -e 'require(\"fs\").rmSync(\"kept\", {recursive: true})'" "node -e 'require(\"f\" + \"s\")[\"unli\" + \"nkSync\"](\"kept/f\")'" "node -e 'require(\"fs\").truncateSync(\"kept/f\")'" "node -e 'require(\"fs\").promises.rename(\"kept/f\", \"x\")'")
fi
for line in "${lines[@]}"; do
  command -v "${line%% *}" >/dev/null || continue
  precious kept/f
  guard_run --policy "$KEEP" --on-ask deny -- timeout 20 bash -c "$line"
  assert_untouched kept/f
done
assert_recorded "r['rule'] == 'keep-it' and r['act'] == 'delete' and r['errno'] == 1"
guard_run --policy "$KEEP" --on-ask deny -- python3 -c 'import os; open("born", "w").write("x"); os.rename("born", "b"); os.remove("b"); print("mine went")'
assert_content "$OUT" "mine went"
