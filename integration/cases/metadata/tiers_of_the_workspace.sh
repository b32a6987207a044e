# SPDX-License-Identifier: Apache-2.0
# In the project: times and +x are free, other modes are saved (and asked without undo), secrets are not opened, rights
# and locks are asked, own access is not taken away.
. "$LIB/case.sh"
with_undo
precious src.c tool .env
chmod 644 src.c tool
chmod 600 .env
free() { # LINE
  guard_run --on-ask deny -- bash -c "$1"
  assert_status 0
}
refused() { # RULE LINE
  guard_run --on-ask deny -- bash -c "$2"
  assert_status_not 0
  assert_says "$ERR" "(rule $1"
}
free 'touch -d 2001-02-03 src.c && chmod +x tool && chmod 755 tool'
assert_not_recorded "r['act'] == 'metadata' and (r['risk_tier'] > 0 or not r['undo_id'])"
[[ $(stat -c %a tool) == 755 ]] || fail "tool is not executable"
free 'python3 -c "import os; os.chmod(\"src.c\", 0o640)"'
[[ $(stat -c %a src.c) == 640 ]] || fail "src.c was not changed"
(export GUARD_UNDO=off; refused fs.metadata 'python3 -c "import os; os.chmod(\"src.c\", 0o660)"')
free 'python3 -c "import os; os.chmod(\".env\", 0o400)" && chmod 600 .env'
refused fs.metadata.open 'python3 -c "import os; os.chmod(\".env\", 0o644)"'
[[ $(stat -c %a .env) == 600 ]] || fail ".env was opened"
refused fs.metadata.rights 'python3 -c "import os; os.chmod(\"tool\", 0o4755)"'
refused fs.metadata.rights 'echo x >new && python3 -c "import os; os.chmod(\"new\", 0o4755)"'
refused fs.metadata.rights 'python3 -c "import os; os.open(\"born\", os.O_CREAT | os.O_WRONLY, 0o4755)"'
assert_missing born
refused fs.metadata.close 'python3 -c "import os; os.chmod(\"src.c\", 0)"'
[[ $(stat -c %a src.c) == 640 ]] || fail "src.c was closed"
refused fs.metadata.close 'chmod 000 src.c'
free 'echo x >mine && chmod 0 mine && chmod 600 mine && mkdir d && chmod 2775 d'
