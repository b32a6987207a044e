# SPDX-License-Identifier: Apache-2.0
# A file system without times of birth (inodes of 128 bytes): somebody outside saves a file anew while
# a session lives, and the number of an inode whose content was kept comes back, or of one that the
# session had made. guard also keeps the text that the session then writes into those files.
. "$LIB/own_mounts.sh"
. "$LIB/case.sh"
with_undo
command -v mkfs.ext4 >/dev/null || skip "there is no mkfs.ext4"
truncate -s 8M image
mkfs.ext4 -q -I 128 image 2>"$ERR"
mkdir w
mount -o loop image w 2>"$ERR" || skip "no loop device to be had: $(<"$ERR")"
trap 'cd /; umount "$WORKSPACE/w"' EXIT
[[ $(stat -c %W w) -eq 0 ]] || fail "it has times of birth"
cd w
precious f
number=$(stat -c %i f)
start_guarded --on-ask deny --session s -- bash -c 'echo agent >f; echo agent >own; mkdir made
  until [ -e "$0" ]; do sleep 0.01; done; echo agent >f; echo agent >late; rm -rf made' "$WORKSPACE/go"
until_true 20 test -e made
# As an editor saves: a new file takes the name, and the old one's number is free.
turns=0
until [[ $turns -gt 0 && $(stat -c %i f) -eq $number ]]; do
  ((turns++ < 20)) || fail "the number does not come back"
  echo "a person's" >f.new
  mv f.new f
done
number=$(stat -c %i own)
rm own
echo "a person's" >late
[[ $(stat -c %i late) -eq $number ]] || fail "the number of own does not come back"
touch "$WORKSPACE/go"
finish_guarded
assert_content f agent
assert_content late agent
# The session's own are its own still: nothing is kept of them, and nobody is asked.
assert_status 0
assert_missing made
kept=$(guard undo --list --json --session s | python3 -c 'import json, sys
print(*(str(e["n"]) + e["act"] + e["path"].rpartition("/")[2] for e in json.load(sys.stdin)))')
[[ $kept =~ ^[0-9]+modifyf\ ([0-9]+)modifyf\ [0-9]+modifylate$ ]] || fail "kept: $kept"
guard undo --yes "s:${BASH_REMATCH[1]}"
assert_content f "a person's"
guard undo --yes late
assert_content late "a person's"
