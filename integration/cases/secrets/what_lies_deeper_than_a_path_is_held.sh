# SPDX-License-Identifier: Apache-2.0
# Secrets below folders whose names are longer together than one call takes are found, and held.
. "$LIB/case.sh"
python3 -B - <<'PYTHON'
import os
os.mkdir("lp")
os.chdir("lp")
for _ in range(18):
    os.mkdir("n" * 240)
    os.chdir("n" * 240)
with open(".env", "w") as secret:
    secret.write("canary\n")
with open("beside", "w") as plain:
    plain.write("plain\n")
PYTHON
cat >"$CASE_ROOM/read.py" <<'PYTHON'
import os
os.chdir("lp")
for _ in range(18):
    os.chdir("n" * 240)
print(open("beside").read())
print(open(".env").read())
PYTHON
cat >"$CASE_ROOM/named.yaml" <<'YAML'
version: 1
extends: [default]
paths: {secret: ["lp/**/.env"]}
YAML
guard_run --on-ask deny -- python3 "$CASE_ROOM/read.py"
assert_status 1
assert_says "$OUT" plain
assert_silent "$OUT" canary
guard_run --policy "$CASE_ROOM/named.yaml" --on-ask deny -- python3 "$CASE_ROOM/read.py"
assert_status 1
assert_silent "$OUT" canary
