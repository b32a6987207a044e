# SPDX-License-Identifier: Apache-2.0
# Secrets that a policy names are held wherever they lie: out of the home, in scratch folders, in
# build folders of the workspace, below a wildcard in the middle, made after the start too.
. "$LIB/case.sh"
far=$(mktemp -d /var/tmp/guard-it-named.XXXXXX)
near=$(mktemp -d /tmp/guard-it-named.XXXXXX)
trap 'rm -rf "$far" "$near"' EXIT
mkdir -p "$far/sec/deep/er" "$far/a/sec/x" "$far/other" node_modules/pkg sub "$HOME/.cache/tool"
for file in "$far/sec/top" "$far/sec/deep/er/file" "$far/a/sec/x/file" "$far/one.file" "$near/plain.txt" \
  node_modules/pkg/inner.sealed sub/inner.sealed "$HOME/.cache/tool/inner.sealed" "$far/other/free" "$far/other/tomorrow"; do
  echo canary >"$file"
done
ln -s "$far/sec" "$HOME/linked"
cat >"$CASE_ROOM/named.yaml" <<YAML
paths:
  secret: ["$far/sec/**", "$far/*/sec/**", "$far/one.file", "$near/plain.txt", "**/*.sealed", "$far/moved/**"]
YAML
cat >"$CASE_ROOM/read.py" <<'PY'
import os, sys, time
far, near, home = sys.argv[1], sys.argv[2], os.environ["HOME"]
def shows(path):
    try:
        open(path).read()
    except PermissionError:
        return "held"
    return "read"
def say(name, path): print(name, shows(path))
say("top", far + "/sec/top")
say("deep", far + "/sec/deep/er/file")
say("middle", far + "/a/sec/x/file")
say("single", far + "/one.file")
say("scratch", near + "/plain.txt")
say("build", "node_modules/pkg/inner.sealed")
say("workspace", "sub/inner.sealed")
say("cache", home + "/.cache/tool/inner.sealed")
say("linked", home + "/linked/top")
say("other", far + "/other/free")
def later(name, path):
    for _ in range(300 * (os.getuid() != 0)):
        if shows(path) == "held": break
        time.sleep(0.01)
    say(name, path)
with open("made.sealed", "w") as f: f.write("made")
later("made", "made.sealed")
os.rename(far + "/other", far + "/moved")
later("moved", far + "/moved/tomorrow")
PY
free_policy 'act: [create, write, rename]'
sed -i '/^extends/d; /^version/d' "$FREE"
cat "$FREE" >>"$CASE_ROOM/named.yaml"
guard_run --policy "$CASE_ROOM/named.yaml" --on-ask deny -- python3 "$CASE_ROOM/read.py" "$far" "$near"
assert_status 0
assert_content "$OUT" "top held
deep held
middle held
single held
scratch held
build held
workspace held
cache held
linked held
other read
made held
moved held"
