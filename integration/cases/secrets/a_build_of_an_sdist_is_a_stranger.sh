# SPDX-License-Identifier: Apache-2.0
# The script of an sdist that pip runs to build it reads no secret and writes nothing outside of its own folder; the wheel that it
# builds is installed. The build of a package of the workspace is the workspace's own.
# timeout: 180
. "$LIB/case.sh"
with_undo
python3 -m pip --version >/dev/null 2>&1 || skip "no pip here"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1
mkdir -p outside/pkg-1.0 app/lib "$CASE_ROOM/tmp"
echo 'precious' >"$HOME/.bashrc"
cat >outside/pkg-1.0/pyproject.toml <<'TOML'
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
[project]
name = "pkg"
version = "1.0"
TOML
printf 'Metadata-Version: 2.1\nName: pkg\nVersion: 1.0\n' >outside/pkg-1.0/PKG-INFO
cat >outside/pkg-1.0/backend.py <<'PYTHON'
import os, zipfile
def attempt(name, act):
    try:
        act()
        return name + " done"
    except OSError as error:
        return f"{name} {error.errno}"
def append(path):
    with open(path, "a") as file:
        file.write("evil")
def build_wheel(folder, settings=None, metadata=None):
    home = os.environ["HOME"]
    tried = [attempt("token", lambda: open(os.environ["SECRET"]).read()),
             attempt("bashrc", lambda: append(home + "/.bashrc")),
             attempt("source", lambda: append(os.environ["APP"] + "/index.py")),
             attempt("own", lambda: append("built"))]
    info = "Metadata-Version: 2.1\nName: pkg\nVersion: 1.0\n"
    with zipfile.ZipFile(folder + "/pkg-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("pkg.py", "tried = " + repr(tried))
        wheel.writestr("pkg-1.0.dist-info/METADATA", info)
        wheel.writestr("pkg-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("pkg-1.0.dist-info/RECORD", "")
    return "pkg-1.0-py3-none-any.whl"
PYTHON
(cd outside && tar -czf pkg-1.0.tar.gz pkg-1.0)
cp outside/pkg-1.0/* app/lib/
echo "TOKEN=x" >app/.env
export TMPDIR=$CASE_ROOM/tmp SECRET=$PWD/app/.env APP=$PWD/app
cat >policy.yaml <<'YAML'
categories: {DEPS_INSTALL_UPDATE: 1}
YAML
build() { # WHAT INTO
  guard_run --policy policy.yaml --on-ask deny --fail-on never --workspace "$APP" -- \
    bash -c "cd app && python3 -m pip install --quiet --no-index --no-deps --no-build-isolation --target $2 $1"
}
build ../outside/pkg-1.0.tar.gz ./there
assert_status 0
assert_content app/there/pkg.py "tried = ['token 13', 'bashrc 1', 'source 1', 'own done']"
assert_missing app/index.py
assert_content "$HOME/.bashrc" precious
[[ $(grep -c '^guard: the build of .* wanted .*\.env, ~/\.bashrc, .*index\.py: refused$' "$ERR") == 1 ]] || fail "not one line: $(<"$ERR")"
assert_recorded "r['rule'] == 'installs.secret'"
# The workspace's own: its secret is asked about as ever, its files are its own to write.
build ./lib ./own
assert_status 0
assert_content app/own/pkg.py "tried = ['token 1', 'bashrc 1', 'source done', 'own done']"
assert_silent "$ERR" "the build of"
