# SPDX-License-Identifier: Apache-2.0
# git logs in over HTTP by its credential helper, unasked; nobody else gets the password printed, by
# whatever way the helper is started.
. "$LIB/case.sh"
[[ -x $(git --exec-path)/git-remote-http ]] || skip "this git has no HTTP"
git init -q seed
git -C seed -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m first
git clone -q --bare seed served.git
git -C served.git update-server-info
cat >server.py <<'PY'
import base64, http.server

WANTED = "Basic " + base64.b64encode(b"me:canary-password").decode()


class Door(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        if self.headers.get("Authorization") == WANTED:
            return super().do_GET()
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="here"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Door)
open("port", "w").write(str(server.server_port))
server.serve_forever()
PY
python3 server.py 2>server.log &
server=$!
trap 'kill $server; wait $server 2>/dev/null || true' EXIT
until_true 20 test -s port || fail "no server: $(<server.log)"
host=127.0.0.1:$(<port)
echo "http://me:canary-password@$host" >"$HOME/.git-credentials"
cp "$HOME/.git-credentials" "$HOME/.mine"
chmod 600 "$HOME/.git-credentials" "$HOME/.mine"
git config --global credential.helper store
export GIT_TERMINAL_PROMPT=0

guard_run --on-ask deny -- git clone -q "http://$host/served.git" clone
assert_status 0
[[ $(git -C clone log --oneline | wc -l) == 1 ]] || fail "nothing was cloned"
wait_for_closing
assert_nothing_asked

# The same helper by its whole path.
git config --global credential.helper "$(git --exec-path)/git-credential-store --file $HOME/.git-credentials"
guard_run --on-ask deny -- git clone -q "http://$host/served.git" again
assert_status 0
wait_for_closing
assert_nothing_asked
git config --global credential.helper store

# refused WORD...: it runs under guard, and no password comes out, here or in a file
refused() {
  guard_run --on-ask deny -- "$@"
  ! grep -rqs canary-password "$OUT" "$ERR" shown || fail "the password is shown by: $*"
  assert_recorded "r['rule'] == 'git.credential.shown' and r['decision'] == 'deny'"
}
login=$'printf \'protocol=http\\nhost='$host$'\\n\\n\' | '
refused bash -c "$login git credential-store get"
refused bash -c "$login git credential-store --file ~/.git-credentials get"
refused bash -c "$login \"\$(git --exec-path)/git-credential-store\" get"
refused bash -c "$login sh -c 'git credential-store get'"
refused bash -c "$login sh -c \"\$(git --exec-path)/git-credential-store get\""
refused bash -c "$login git -c alias.x='!git credential-store get' x"
# A login with settings of the tree's: other helpers are told the password, others may see it go by.
url=http://$host/served.git
refused git -c credential.helper='!cat >shown; :' ls-remote "$url"
refused env GIT_TRACE_REDACT=0 GIT_TRACE_CURL=1 git ls-remote "$url"
refused git -c http.proxy="http://$host" ls-remote http://other.example/x.git
refused env http_proxy="http://$host" git ls-remote http://other.example/x.git
refused env GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=credential.helper GIT_CONFIG_VALUE_0='!cat >shown; :' git ls-remote "$url"
mkdir other_home
cp "$HOME/.gitconfig" other_home/
refused env HOME="$PWD/other_home" git -c credential.helper="store --file $HOME/.git-credentials" ls-remote "$url"
refused git -c credential.helper='!git credential-store get >shown; cat shown; :' ls-remote "http://$host/served.git"
refused git -c credential.helper='!exec sh -c "git credential-store get" >shown; :' ls-remote "http://$host/served.git"

# git runs a hook that is git, with words that the tree chose.
git init -q hooked
for branch in credential-store get; do
  git -C hooked -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m "$branch"
  git -C hooked branch "$branch"
done
mkdir hooks
ln -s "$(command -v git)" hooks/pre-rebase
refused bash -c "$login git -C hooked -c core.hooksPath=$PWD/hooks -c user.name=x -c user.email=x rebase credential-store get"

# Another git program reads any file that it is led to.
git init -q --bare bare.git
ln -s "$HOME/.git-credentials" bare.git/objects/info/http-alternates
guard_run --on-ask deny -- env REQUEST_METHOD=GET GIT_HTTP_EXPORT_ALL=1 GIT_PROJECT_ROOT="$PWD" \
  PATH_INFO=/bare.git/objects/info/http-alternates git http-backend
assert_silent "$OUT" canary-password
mkdir -p "$HOME/.config/git"
cp "$HOME/.mine" "$HOME/.config/git/credentials"
guard_run --on-ask deny -- cat "$HOME/.config/git/credentials"
assert_silent "$OUT" canary-password

# The settings that a login gets before it is one: by clone's own settings, and by templates.
unshown() {
  guard_run --on-ask deny -- "$@"
  ! grep -rqs canary-password "$OUT" "$ERR" shown || fail "the password is shown by: $*"
}
steered() {
  unshown "$@"
  assert_recorded "r['rule'] == 'git.login.steered' and r['decision'] == 'deny'"
}
mkdir template
printf '[credential]\n\thelper = "!cat >%s/shown; :"\n' "$PWD" >template/config
steered git clone -q -c credential.helper="!cat >$PWD/shown; :" "$url" steered1
steered git clone -q --config Credential.helper='!tee shown; :' "$url" steered2
steered git clone -q --template="$PWD/template" "$url" steered3
steered bash -c "git init -q --template=$PWD/template made && git -C made fetch -q $url"
steered bash -c "git -c init.templateDir=$PWD/template init -q made2 && git -C made2 ls-remote $url"
steered bash -c "git init -q made3; git -C made3 config CREDENTIAL.helper '!cat >$PWD/shown; :'"

# A transport that the tree starts itself finds helpers where the tree says.
mkdir mine
printf '#!/bin/sh\ncat >%s/shown\n' "$PWD" >mine/git
chmod +x mine/git
git init -q hand
unshown bash -c "printf 'list\n\n' | GIT_DIR=\$PWD/hand/.git PATH=\$PWD/mine:\$PATH \"\$(git --exec-path)/git-remote-http\" origin $url"
# A program that the user named without a path is told nothing if the tree has put another in its
# place.
rm -f mine/git shown
git config --global credential.helper '!helper-of-mine'
printf '#!/bin/sh\n[ "$1" = get ] && printf "username=me\\npassword=x\\n"; cat >>%s/shown\n' "$PWD" >mine/helper-of-mine
chmod +x mine/helper-of-mine
unshown bash -c "PATH=\$PWD/mine:\$PATH git ls-remote $url"
assert_recorded "r['rule'] == 'git.login.told' and r['decision'] == 'deny'"
