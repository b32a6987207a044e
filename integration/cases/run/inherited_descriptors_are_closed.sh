# SPDX-License-Identifier: Apache-2.0
# A descriptor from 3 up that guard run was started with and no rule would see is closed before CMD starts, by
# every backend, with one notice; the files stay as they are. --quiet closes too, and says nothing.
# timeout: 240
. "$LIB/case.sh"
precious precious other
mkdir -p "$HOME/.ssh"
echo key >"$HOME/.ssh/id_rsa"
ln "$HOME/.ssh/id_rsa" other_name
ln -s "$HOME/.ssh/id_rsa" secret
read -ra backends <<<"${GUARD_BACKEND:-notify ptrace preload}"
closed=(write both folder place place_folder secret other_name deleted master other_terminal kernel namespace memory
  pidfd epoll client listener accepted abstract stranger unconnected inet netlink)
look='for n in "$@"; do [[ -e /proc/self/fd/$n ]] && echo "$n is open"; done; echo looked'
numbers=()
for i in "${!closed[@]}"; do numbers+=($((20 + i))); done

with() { # KIND... -- WORD...: guard run WORD..., started with them
  local kinds=()
  while [[ $1 != -- ]]; do kinds+=("$1"); shift; done
  shift
  rm -f service_*.sock
  status=0
  python3 -B "$LIB/inherited.py" "${kinds[@]}" -- "$GUARD" run "$@" </dev/null 2> >(cat >"$ERR") | cat >"$OUT" || status=$?
}
notices() { grep -c '^guard: closed' "$ERR" || true; }

for backend in "${backends[@]}"; do
  with "${closed[@]}" -- --backend "$backend" -- bash -c "$look" look "${numbers[@]}"
  assert_status 0
  assert_content "$OUT" looked
  until_true 5 grep -q '^guard: closed' "$ERR" || fail "no notice"
  [[ $(notices) -eq 1 ]] || fail "not one notice"
  assert_says "$ERR" "closed ${#closed[@]} inherited descriptors: 20 (./precious, open for writing), 21 (./precious, open for reading and writing), 22 (/, a folder)"
  for text in 'a place held open (O_PATH)' 'id_rsa, a secret' 'a deleted file' 'the far side of a terminal' \
    'another terminal' "/proc/version, a file of the kernel's" 'a file in memory' 'a handle of a process' \
    'a kernel object' 'service_client.sock, a Unix socket' '@guard-test-' 'a network socket' \
    'a socket of another kind' ': --keep-fd 20 keeps one'; do
    assert_says "$ERR" "$text"
  done

  with write -- --quiet --backend "$backend" -- bash -c "$look" look 20
  assert_content "$OUT" looked
  assert_silent "$ERR" "closed"

  # As a shell hands it over: the number is free for CMD.
  guard_run --backend "$backend" -- bash -c 'echo x >&9; exec 9>mine && echo y >&9; cat mine' 9<>precious 8>>other
  assert_content "$OUT" y
  assert_says "$ERR" "guard: closed 2 inherited descriptors: 8 (./other, open for writing), 9 (./precious, open for reading and writing): --keep-fd 8 keeps one"
  assert_untouched precious other
  rm -f mine
done

if [[ $EUID -eq 0 ]]; then
  for device in /dev/fuse /dev/net/tun /dev/kmsg; do
    [[ -c $device ]] && { exec 9<"$device"; } 2>/dev/null || continue
    guard_run -- bash -c "$look" look 9
    exec 9<&-
    assert_content "$OUT" looked
    assert_says "$ERR" "9 ($device, a device)"
  done
fi
# A pipe from outside the workspace leads to who knows whom.
mkfifo "$CASE_ROOM/home/door"
exec 9<>"$CASE_ROOM/home/door"
guard_run -- bash -c "$look" look 9
exec 9>&-
assert_content "$OUT" looked
assert_says "$ERR" "a named pipe outside the workspace"
# Neither a name nor what it spells is told as it is.
name=$'bad\e[31m ghp_0123456789abcdefghijklmnopqrstuvwxyz'
guard_run -- true 9>"$name"
assert_says "$ERR" '\x1B[31m'
assert_silent "$ERR" 0123456789abcdef
assert_not_recorded "r['act'] == 'inherit' and r['rule'] == 'descriptors.keep-fd'"
