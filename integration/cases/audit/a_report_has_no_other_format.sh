# SPDX-License-Identifier: Apache-2.0
# A report is Markdown or HTML: a file's name that promises something else is refused, unless --format says.
. "$LIB/case.sh"
guard_run --session s -- true
for name in x.pdf report.2026 x.docx; do
  status=0
  guard audit report s --output "$name" >"$OUT" 2>"$ERR" || status=$?
  assert_status 2
  assert_says "$ERR" "--output $name: name it .md or .html, or say which by --format"
  [[ $(wc -l <"$ERR") -eq 1 ]] || fail "more than a line: $(<"$ERR")"
  assert_missing "$name"
done
for name in x.md x.markdown plain; do
  guard audit report s --output "$name"
  grep -q '^# ' "$name" || fail "$name: $(head -c 60 "$name")"
done
guard audit report s --output x.HTML
grep -qi '<!doctype html' x.HTML || fail "x.HTML: $(head -c 60 x.HTML)"
guard audit report s --output x.pdf --format html
grep -qi '<!doctype html' x.pdf || fail "--format says which"
