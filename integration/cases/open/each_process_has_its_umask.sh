# SPDX-License-Identifier: Apache-2.0
# A new file has the mode that it has without guard: with the umask that CMD began with, and, from the first
# program on that sets another, each with its own.
. "$LIB/case.sh"
cat >make.sh <<'SH'
mkdir "$1" && cd "$1" || exit 1
echo a >begun
mkdir begun.d
sh -c 'echo b >child'
sh -c 'umask 007; echo c >own; mkdir own.d; sh -c "echo d >own.child"'
echo e >after
(umask 070; echo f >subshell; mkfifo subshell.fifo)
sh -c 'echo g >later'
umask 0
echo h >zero
sh -c 'echo i >zero.child'
SH
umask 027
sh make.sh bare || fail "bare"
guard run --on-ask deny -- sh make.sh guarded >"$OUT" 2>"$ERR" || fail "guarded: $(<"$ERR")"
modes() { (cd "$1" && stat -c '%n %a' -- *); }
[[ $(modes bare) == "$(modes guarded)" ]] || fail "$(diff <(modes bare) <(modes guarded))"
[[ $(stat -c %a guarded/begun) == 640 ]] || fail "the umask of CMD is not what this case gave it"
