# SPDX-License-Identifier: Apache-2.0
# Between its filter and the hand-over the child makes no call that waits for an answer: guard starts
# wherever a program starts. Threat 15.
. "$LIB/case.sh"
starts() { # WORD...: the words run guard
  status=0
  timeout -k 1 60 "$@" >"$OUT" 2>"$ERR" || status=$?
  [[ $status -eq 0 && $(<"$OUT") == started ]] || fail "status $status of: $*: $(cat "$OUT" "$ERR")"
}
run=("$GUARD" run -- echo started)
starts "${run[@]}"
starts bash -c 'exec "$@" <&-' x "${run[@]}"
starts bash -c 'ulimit -n 64; exec "$@"' x "${run[@]}"
starts bash -c 'for i in {10..60}; do eval "exec $i</dev/null"; done; exec "$@"' x "${run[@]}"
starts bash -c 'export BIG=$(head -c 100000 /dev/zero | tr "\0" x); exec "$@"' x "${run[@]}"
starts bash -c 'mkdir gone; cd gone; rmdir ../gone; cd "$OLDPWD"; umask 777; exec "$@"' x "${run[@]}"
starts bash -c 'trap "" TERM INT HUP PIPE; exec "$@"' x "${run[@]}"
starts env -i PATH="$PATH" HOME="$HOME" GUARD_STATE_DIR="$GUARD_STATE_DIR" "${run[@]}"
for i in {1..10}; do starts "${run[@]}"; done
