# SPDX-License-Identifier: Apache-2.0
# Whoever moves a folder with files of before that steer programs takes these away, and whoever brings some writes
# them: both are asked about, wherever in it they lie. Where nothing steers nothing is asked.
. "$LIB/case.sh"
with_undo
precious .claude/settings.json .vscode/tasks.json .devcontainer/devcontainer.json .cursor/mcp.json
precious sub/deep/.vscode/settings.json one/src/a.c two/src/.vscode/notes.txt
mkdir elsewhere
precious elsewhere/linked/settings.json
ln -s elsewhere/linked .qwen
scratch=$(mktemp -d /tmp/guard-it-steer.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
precious "$scratch/in/.vscode/tasks.json"
refused() { # FROM TO
  guard_run --on-ask deny -- python3 -c 'import os, sys; os.rename(sys.argv[1], sys.argv[2])' "$1" "$2"
  assert_status 1
  [[ -e $1 || -L $1 ]] || fail "$1 was moved unasked"
}
for folder in .claude .vscode .devcontainer .cursor; do
  refused "$folder" "old$folder"
done
refused sub x
assert_says "$ERR" "sub/deep/.vscode/settings.json lies in it"
refused .qwen old.qwen
refused "$scratch/in" arrived
guard_run --on-ask deny -- rm .qwen
[[ -L .qwen ]] || fail "the link was taken away unasked"
guard_run --on-ask deny -- mv .claude old.claude
assert_status 126
guard_run --on-ask deny -- "$PROGRAMS/renameat2" sub one exchange
[[ -e sub/deep/.vscode/settings.json ]] || fail "it was exchanged unasked"

guard_run --on-ask deny -- bash -c 'mv one uno && mv two due && mv uno due/ && mkdir -p own/.vscode'
assert_status 0
assert_silent "$ERR" denied
