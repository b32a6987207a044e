# SPDX-License-Identifier: Apache-2.0
# ./dev tour, walked again, sees the screens of docs/tour.md. A page with other screens is made anew by ./dev tour.
# timeout: 300
. "$LIB/case.sh"
((EUID == 0)) || skip "only root can give the walk a home"
[[ -z ${GUARD_BACKEND:-} ]] || skip "the page shows the usual backend"
needs_landlock_roots
command -v tmux >/dev/null || skip "no tmux here"
unset CI
"$PAGES/tour/record" "$GUARD" "$CASE_ROOM/tour.md" 2>"$ERR" || fail "the walk ended with $?"

# Times, ids, numbers of processes, and lines that a longer id breaks elsewhere.
alike() { # PAGE
  sed -E 's/auto-denies (tomorrow )?[0-9]{2}:[0-9]{2}/auto-denies TIME/; s/\(pid [0-9]+\)/(pid N)/; s/undo-[0-9a-f]{6}/undo-ID/
    s/^Asked .*/Asked TIME/; s/guard (approve|deny) [0-9a-f]{8}/guard \1 ID/g; s/^[0-9]{2}:[0-9]{2}:[0-9]{2} /TIME /' "$1" | tr -s ' '
}
diff <(alike "$PAGES/tour.md") <(alike "$CASE_ROOM/tour.md") || fail "docs/tour.md shows what no longer comes"
