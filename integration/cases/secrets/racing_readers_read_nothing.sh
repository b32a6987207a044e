# SPDX-License-Identifier: Apache-2.0
# 3,000 tries, several at once, with a link that points to a secret now and to something harmless
# then: nothing of the secret is read, and no harmless read fails for it.
. "$LIB/case.sh"
canary=canary-$RANDOM$RANDOM$RANDOM
echo "TOKEN=$canary" >.env
echo harmless >plain

guard_run --on-ask deny -- python3 -c '
import os, sys, threading
os.symlink("plain", "link")
got, flips, stop = [], [], threading.Event()
def flip():
    while not stop.is_set():
        for target in (".env", "plain"):
            os.symlink(target, "next")
            os.rename("next", "link")
            flips.append(target)
def read(path, flags):
    for n in range(600):
        try: fd = os.open(path, os.O_RDONLY | flags)
        except OSError: continue
        got.append(os.read(fd, 99))
        os.close(fd)
flipper = threading.Thread(target=flip); flipper.start()
readers = [threading.Thread(target=read, args=a) for a in
           ((".env", 0), (".env", os.O_NONBLOCK), ("link", 0), ("link", os.O_CLOEXEC), (".env", os.O_NOFOLLOW))]
for r in readers: r.start()
for r in readers: r.join()
stop.set(); flipper.join()
wrong = [g for g in got if g != b"harmless\n"]
print("read", len(got), "wrong", len(wrong))
assert len(flips) > 20 and len(got) > 20, (len(flips), len(got))
for _ in range(20): assert open("plain").read() == "harmless\n"
'
assert_status 0
assert_says "$OUT" "wrong 0"
[[ $(cat .env) == "TOKEN=$canary" ]] || fail "outside nothing can be read any more"
