# SPDX-License-Identifier: Apache-2.0
# guard check and guard policy explain say would ask of what a run asks about: further names of secrets, copies and searches
# of a tree with secrets in it, and the host that a command connects to. They leave alone what a run does unasked.
. "$LIB/case.sh"
with_undo
precious src/a src/b other/c
echo TOKEN=canary | tee .env src/.env >plain
mkdir empty

asked() { # COMMAND...
  status=0
  guard check -- "$@" >"$OUT" 2>"$ERR" || status=$?
  [[ $status == 3 ]] || fail "check ended with $status of: $*"
  assert_says "$OUT" 'would ask (tier 2, FS_CONFIG_SECRETS'
  status=0
  guard policy explain -- "$@" >"$OUT" 2>"$ERR" || status=$?
  assert_says "$OUT" 'all in all: would ask'
}
run_asks() { # COMMAND...
  export GUARD_STATE_DIR=$CASE_ROOM/asks-$((++runs))
  guard_run --on-ask deny -- "$@"
  assert_recorded "'FS_CONFIG_SECRETS' in r['categories'] and r['decision'] != 'allow'"
}
unasked() { # COMMAND...
  status=0
  guard check -- "$@" >"$OUT" 2>"$ERR" || status=$?
  [[ $status == 0 ]] || fail "check ended with $status of: $*"
  guard_run --on-ask deny -- "$@"
  assert_status 0
}
runs=0

for command in 'ln .env x' 'ln -f src/.env src/y' 'link .env z' 'ln -t other .env' 'cp -al src copy1' 'cp -lr src copy2' \
  'cp -r src copy3' 'cp -a src/. copy4' 'timeout 9 ln .env w'; do
  read -ra words <<<"$command"
  asked "${words[@]}"
  run_asks "${words[@]}"
  rm -rf x src/y z other/.env copy? w
done

# A search starts, and goes on without the secrets where nobody lets it read them.
for command in 'grep -r x .' 'grep -rn canary src' 'tar cf out.tar src'; do
  read -ra words <<<"$command"
  for tool in check 'policy explain'; do
    status=0
    # shellcheck disable=SC2086
    guard $tool -- "${words[@]}" >"$OUT" 2>"$ERR" || status=$?
    [[ $status == 3 || $tool != check ]] || fail "check ended with $status of: $command"
    assert_says "$OUT" 'asks later: read '
    assert_says "$OUT" '(tier 2) [fs.read]'
    assert_says "$OUT" '.env'
  done
  run_asks "${words[@]}"
  rm -f out.tar
done
asked sh -c 'cp -r src copy5; true'

for command in 'ln -s .env s' 'ln plain p' 'cp -r other o' 'cp -al other ol' 'cp -r empty e' 'grep -r --include=a precious src' \
  'grep -r --exclude=.env precious src' 'grep -r precious other'; do
  read -ra words <<<"$command"
  unasked "${words[@]}"
done

# The host, whether the command itself goes on or is asked about.
for tool in check 'policy explain'; do
  for command in 'curl https://host.example/' 'git push https://host.example/x.git main'; do
    read -ra words <<<"$command"
    # shellcheck disable=SC2086
    guard $tool -- "${words[@]}" >"$OUT" 2>"$ERR" || true
    assert_says "$OUT" 'connect host.example'
    assert_says "$OUT" '(tier 2) [network.other]'
  done
  # shellcheck disable=SC2086
  guard $tool -- curl http://127.0.0.1:1/ >"$OUT" 2>"$ERR" || true
  assert_silent "$OUT" 'connect '
done
guard policy explain --json -- curl https://host.example/ >"$OUT"
python3 - "$OUT" <<'PY'
import json, sys
seen = json.load(open(sys.argv[1]))
assert [later["what"] for later in seen["later"]] == ["connect host.example"], seen["later"]
assert seen["acts"][0]["later"] == seen["later"], seen
PY
