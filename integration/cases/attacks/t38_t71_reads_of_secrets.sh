# SPDX-License-Identifier: Apache-2.0
# Whatever way a program takes to a secret, it is judged; denied, nothing of the content gets out.
# Threats 38, 71.
. "$LIB/case.sh"
canary=canary-$RANDOM$RANDOM$RANDOM
mkdir -p "$HOME/.aws" "$HOME/.ssh" links
echo "aws_secret_access_key = $canary" >"$HOME/.aws/credentials"
echo "$canary" >"$HOME/.ssh/id_ed25519"
echo "TOKEN=$canary" >.env
echo "TOKEN=$canary" >second.env && ln .env links/hard
ln -s "$HOME/.aws/credentials" links/soft
rm second.env
git init -q .

denied() {
  guard_run --on-ask deny -- "$@"
  ((status != 0)) || fail "went through: $*"
  ! grep -q "$canary" "$OUT" "$ERR" || fail "$* gave it away"
  grep -q 'guard: denied read' "$ERR" || fail "nobody said that $* was denied"
}
# Opens with O_NONBLOCK, which waits for no lease: as an ordinary user it just fails.
kept() {
  if ((EUID == 0)); then
    denied "$@"
  else
    guard_run --on-ask deny -- "$@"
    ((status != 0)) || fail "went through: $*"
    ! grep -q "$canary" "$OUT" "$ERR" || fail "$* gave it away"
  fi
}
allowed() {
  guard_run --on-ask deny -- "$@"
  ((status == 0)) || fail "does not work: $*"
}

denied cat .env
denied cat "$HOME/.aws/credentials"
denied cat links/hard
denied cat links/soft
denied cat "/proc/self/cwd/.env"
denied bash -c 'cat <.env'
denied bash -c 'read -r line <"$HOME/.ssh/id_ed25519" && echo "$line"'
denied python3 -c 'print(open(".env").read())'
denied python3 -c 'import os; print(os.read(os.open(".env", os.O_RDONLY | os.O_NOFOLLOW), 99))'
denied python3 -c 'import mmap; f = open(".env"); print(mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)[:])'
denied python3 -c '
import threading, sys
def read():
    try: print(open(".env").read())
    except OSError: pass
t = threading.Thread(target=read); t.start(); t.join(); sys.exit(1)'
denied bash -c 'true && echo "got $(cat .env)" && [[ -n $(<.env) ]]'
denied bash -c 'value=$(<.env) && echo "$value"'
kept tar cf out.tar .env
denied cp .env copy
denied git add .env
kept grep -r TOKEN .env
denied "$PROGRAMS/read_forms" .env
denied "$PROGRAMS/read_forms_static" .env
[[ ! -e $PROGRAMS/read_forms_musl ]] || denied "$PROGRAMS/read_forms_musl" .env
echo read me >README
allowed cat README
if ((EUID == 0)); then
  denied cat /etc/shadow
  denied python3 -c 'print(open("/etc/shadow").read())'
fi
allowed ls -la .env
allowed stat .env
allowed test -r .env

! grep -rqs "$canary" out.tar copy .git "$GUARD_STATE_DIR" || fail "it is somewhere: $(grep -rls "$canary" out.tar copy .git "$GUARD_STATE_DIR")"
