# SPDX-License-Identifier: Apache-2.0
# Rules for what a program reads, connects to or makes hold for check as for a run.
. "$LIB/case.sh"
echo K=1 >.env
mkdir new
cat >"$CASE_ROOM/p.yaml" <<'P'
rules:
  - {id: rd, when: {command: cat, act: read, path: ".env"}, decision: allow}
  - {id: hd, when: {command: head, act: read, path: ".env"}, decision: deny}
  - {id: net, when: {command: wget, act: connect, host: "x.example.org"}, decision: allow}
  - {id: cr, when: {act: create, path: "new/**"}, decision: deny}
P
check() { # STATUS RULE WORD...: check ends with STATUS, and names RULE
  local status=0 expected=$1 rule=$2
  shift 2
  "$GUARD" check --policy "$CASE_ROOM/p.yaml" "$@" >"$OUT" 2>&1 || status=$?
  [[ $status == "$expected" ]] || fail "check $*: status $status: $(<"$OUT")"
  assert_says "$OUT" "$rule"
}
check 0 rd -- cat .env
check 4 hd -- head .env
check 4 hd --shell 'cd . && head -c 3 .env'
check 3 fs.read -- tail .env
check 4 cr -- touch new/a
check 4 cr -- mkdir new/d
check 4 cr --shell 'cd new; touch -d yesterday a'
check 0 exec -- touch other .env
if command -v wget >/dev/null; then check 0 wget -- wget https://x.example.org/y; fi
for command in 'cat .env' 'touch other'; do
  guard_run --policy "$CASE_ROOM/p.yaml" --ci -- $command
  assert_status 0
done
for command in 'head .env' 'touch new/a' 'mkdir new/d'; do
  guard_run --policy "$CASE_ROOM/p.yaml" --ci -- $command
  [[ $status != 0 ]] || fail "a run lets $command happen"
done
assert_missing new/a new/d
