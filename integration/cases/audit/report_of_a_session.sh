# SPDX-License-Identifier: Apache-2.0
# A report says what ran, changed, was asked and answered, by whom, was refused, and what can be undone:
# whatever programs called things, as text that starts nothing, in a file for its owner alone.
. "$LIB/case.sh"
with_undo
# A name with a line break, an escape sequence, a mark that turns text around, and HTML.
odd=$'odd\e[31m\u202E<img src=x onerror=alert(1)>\n# x'
precious "dir/$odd" lost overwritten tmp_a/one tmp_a/two
start_guarded -- bash -c 'rm lost; echo new >overwritten; rm "$0"; /bin/echo "<script>alert(1)</script>"; rm -rf ../../../etc_of_nobody; rm -rf tmp_a' "dir/$odd"
wait_for_question() { until_true 5 one_question_waits; }
if wait_for_question; then guard deny "$question_id" --reason 'keep <b>them</b>'; fi
finish_guarded
session=$(guard audit list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["session_id"])')
guard audit report "$session" >"$CASE_ROOM/report.md"
guard audit report "$session" --output "$CASE_ROOM/report.html"
[[ $(stat -c %a "$CASE_ROOM/report.html") == 600 ]] || fail "others may read the report"
for file in report.md report.html; do
  for word in "Session" lost overwritten "1 modified" "What was refused" "bring back"; do
    assert_says "$CASE_ROOM/$file" "$word"
  done
  ! grep -q $'[\e\u202E]' "$CASE_ROOM/$file" || fail "$file steers a terminal"
done
assert_says "$CASE_ROOM/report.html" '&lt;script&gt;alert(1)&lt;/script&gt;'
python3 -B - "$CASE_ROOM/report.html" <<'PY'
import html.parser, sys
text = open(sys.argv[1]).read()
allowed = set("html head meta title style body h1 h2 p table tr th td code div span br".split())
class Check(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs):
        assert tag in allowed, tag
        assert not any(name.startswith("on") or name in ("href", "src") for name, _ in attrs), attrs
Check().feed(text)
assert "default-src 'none'" in text and "prefers-color-scheme: dark" in text
PY
! grep -qi '^# x' "$CASE_ROOM/report.md" || fail "a name begins a line of the Markdown"
if ! guard audit report nobody >"$OUT" 2>"$ERR"; then assert_says "$ERR" "no session nobody"; else fail "a report of nobody"; fi
