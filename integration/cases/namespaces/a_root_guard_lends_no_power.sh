# SPDX-License-Identifier: Apache-2.0
# A namespace of somebody else has that one's rights, though guard is root; its owner has them all. T13.
. "$LIB/case.sh"
. "$LIB/namespaces.sh"
echo locked >locked
chmod 000 locked
# guard asks about a file that it cannot read itself, as it cannot save it.
guard_run --on-ask allow -- unshare -Ur bash -c 'echo more >>locked && cat locked'
assert_content "$OUT" "locked"$'\n'more
[[ $(id -u) -eq 0 ]] || exit 0
echo secret >roots
chmod 600 roots
mkdir shared
chmod 777 . shared
chmod 755 .. ../..
guard_run "${guard_options[@]}" -- python3 -B -c 'import os, sys
os.setgroups([]); os.setresgid(65534, 65534, 65534); os.setresuid(65534, 65534, 65534)
os.execvp("unshare", ["unshare", "-Ur", "bash", "-c", sys.argv[1]])' 'echo lost >roots; rm -f roots; : >/etc/guard-case
  echo own >shared/own; stat -c %u shared/own; chmod 000 shared/own; echo more >>shared/own; cat shared/own
  echo "0 0 4294967295" >/proc/self/uid_map; cat /proc/self/uid_map'
assert_content roots secret
assert_missing /etc/guard-case
assert_content "$OUT" "0
own
more
         0      65534          1"
