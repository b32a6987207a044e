# SPDX-License-Identifier: Apache-2.0
# Nothing but streams, folder and words of the caller reach the program that sudo runs: no variable, no descriptor, no
# limit, no group of signals; and no other program takes its place.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
# sudo keeps DISPLAY, and drops LD_PRELOAD itself: neither gets as far as sudo.
sudo_run env DISPLAY=:7 LD_PRELOAD="$PWD/none.so" PATH=/nowhere:/usr/bin:/bin EDITOR=vim sudo env
grep -E '^(DISPLAY|LD_PRELOAD|EDITOR|AS_SUDOER|LIB)=' "$OUT" && fail "a variable of the caller's crossed"
assert_silent "$ERR" none.so
[[ $(grep '^PATH=' "$OUT") == *nowhere* ]] && fail "the caller's PATH crossed"
sudo_run bash -c 'exec 7>kept 8</etc/hostname; ulimit -n 64; sudo sh -c "ls /proc/self/fd | wc -l; ulimit -n"'
mapfile -t lines <"$OUT"
((lines[0] <= 5)) || fail "descriptors crossed: ${lines[0]}"
[[ ${lines[1]} != 64 ]] || fail "a limit crossed"
# A sudo of this folder is none: it gains nothing.
mkdir -p bin
cp /usr/bin/id bin/sudo
sudo_run bash -c 'PATH=$PWD/bin:$PATH; sudo'
assert_content "$OUT" "$(id)"
# Another argv behind guard's back: what was judged runs, or nothing.
"$PROGRAMS/swap_argv" 2>/dev/null || true
