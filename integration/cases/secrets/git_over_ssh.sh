# SPDX-License-Identifier: Apache-2.0
# git clones and pushes over ssh with the user's key: ssh reads it unasked, cat does not.
# timeout: 90
. "$LIB/case.sh"
python3 -c 'import paramiko' 2>/dev/null || skip "no python3-paramiko"
mkdir -m 700 "$HOME/.ssh"
key=$HOME/.ssh/id_ed25519
ssh-keygen -q -t ed25519 -N '' -f "$key"
ssh-keygen -q -t rsa -b 2048 -m PEM -N '' -f host_key
git init -q --bare served.git

# One connection after the other; commands run as they come, for who has the key.
cat >server.py <<'PY'
import base64, socket, subprocess, sys, threading
import paramiko

wanted = base64.b64decode(open(sys.argv[1]).read().split()[1])


class Door(paramiko.ServerInterface):
    def get_allowed_auths(self, username):
        return "publickey"

    def check_auth_publickey(self, username, key):
        return paramiko.AUTH_SUCCESSFUL if key.asbytes() == wanted else paramiko.AUTH_FAILED

    def check_channel_request(self, kind, chanid):
        return paramiko.OPEN_SUCCEEDED

    def check_channel_env_request(self, channel, name, value):
        return True

    def check_channel_exec_request(self, channel, command):
        threading.Thread(target=run, args=(channel, command.decode())).start()
        return True


def run(channel, command):
    with subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        def feed():
            while data := channel.recv(65536):
                child.stdin.write(data)
                child.stdin.flush()
            child.stdin.close()
        threading.Thread(target=feed, daemon=True).start()
        while data := child.stdout.read1(65536):
            channel.sendall(data)
        channel.send_exit_status(child.wait())
        channel.close()


listener = socket.create_server(("127.0.0.1", 0))
open("port", "w").write(str(listener.getsockname()[1]))
while True:
    transport = paramiko.Transport(listener.accept()[0])
    transport.add_server_key(paramiko.RSAKey.from_private_key_file("host_key"))
    transport.start_server(server=Door())
PY
python3 server.py "$key.pub" 2>server.log &
server=$!
trap 'kill $server; wait $server 2>/dev/null || true' EXIT
until_true 20 test -s port || fail "no ssh server: $(<server.log)"
options="-o IdentityAgent=none -o UserKnownHostsFile=$HOME/.ssh/known_hosts -o StrictHostKeyChecking=accept-new"
export GIT_SSH_COMMAND="ssh -i $key $options"
served=ssh://git@127.0.0.1:$(<port)$PWD/served.git
guard_run --on-ask deny -- bash -c "git clone -q $served clone 2>clone.err || { cat clone.err; exit 11; }
  cd clone && git -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m first || exit 12
  git ls-remote origin >/dev/null || exit 13"
assert_status 0
guard_run --on-ask allow -- git -C clone push -q origin HEAD:main
assert_status 0
[[ $(git -C served.git log --oneline main | wc -l) == 1 ]] || fail "nothing was pushed"
wait_for_closing
assert_not_recorded "r['act'] == 'read' and r['decision'] != 'allow'"
guard_run --on-ask deny -- cat "$key"
((status != 0)) || fail "cat read the key"
