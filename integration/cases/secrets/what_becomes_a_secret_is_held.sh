# SPDX-License-Identifier: Apache-2.0
# A secret that is made, renamed or linked during the session is held from then on, by every name; a
# lease can be had a moment after the last writer has closed it.
. "$LIB/case.sh"
free_policy 'act: [create, write, rename, link]'
echo plain-1 >plain
echo plain-2 >other
mkdir -p "$HOME/keys"
echo plain-3 >"$HOME/keys/deploy"
guard_run --policy "$FREE" --on-ask deny -- python3 -c '
import os, time
home = os.environ["HOME"]
def shows(path):
    try: open(path).read()
    except PermissionError: return "held"
    return "read"
with open(".env", "w") as f: f.write("made")
for _ in range(200 * (os.getuid() != 0)):
    if shows(".env") == "held": break
    time.sleep(0.01)
os.rename("plain", "server.pem")
os.link("other", ".env.local")
os.rename(home + "/keys", home + "/.ssh")
for path in (".env", "server.pem", ".env.local", "other", home + "/.ssh/deploy"):
    print(os.path.basename(path), shows(path))
os.rename(".env", "renamed")
print("renamed", shows("renamed"))
'
assert_status 0
assert_content "$OUT" ".env held
server.pem held
.env.local held
other held
deploy held
renamed held"
