# timeout: 100
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
exec >/tmp/z_atk/out12 2>&1
one() { # name session words
  echo "--- $1"; t=$(date +%s.%N)
  start_guarded --policy "$UNASKED" -q --session "$1" -- bash -c "$2"
  for i in $(seq 60); do kill -0 $guard_pid 2>/dev/null || break; sleep 0.1; done
  echo "guard run $(kill -0 $guard_pid 2>/dev/null && echo STILL THERE || echo gone) after $(echo "$(date +%s.%N)-$t" | bc) s"; cat "$OUT"
  guard list 2>&1 | head -5 || true
  if kill -0 $guard_pid 2>/dev/null; then t=$(date +%s.%N); timeout 15 guard stop "$1" || echo "stop: $?"; for i in $(seq 50); do kill -0 $guard_pid 2>/dev/null || break; sleep 0.1; done; echo "behind stop: $(kill -0 $guard_pid 2>/dev/null && echo STILL THERE || echo gone) after $(echo "$(date +%s.%N)-$t" | bc)"; fi
  ps -eo pid,ppid,user,args | grep -a "sleep 48[0-9][0-9]\|session $1" | grep -v grep | cut -c1-140 || true
}
one daemon "sudo sh -c 'setsid sleep 4801 >/dev/null 2>&1 </dev/null &'; echo over"
sudo pkill -9 -f '^sleep 4801' || true; kill -9 $guard_pid 2>/dev/null || true
one bg "sudo -b sleep 4802 >/dev/null 2>&1 </dev/null; echo over"
sudo pkill -9 -f '^sleep 4802' || true; kill -9 $guard_pid 2>/dev/null || true
one plain "setsid sleep 4803 >/dev/null 2>&1 </dev/null & echo over"
pkill -9 -f '^sleep 4803' || true; kill -9 $guard_pid 2>/dev/null || true
one ignores "(trap '' HUP TERM; sudo sleep 4804 >/dev/null 2>&1 </dev/null) & sleep 1; echo over"
sudo pkill -9 -f '^sleep 4804' || true; kill -9 $guard_pid 2>/dev/null || true
fail see
