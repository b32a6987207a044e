# SPDX-License-Identifier: Apache-2.0
# Where the new content of a file lies there already, a question shows the difference: cp, mv, install, also behind
# a wrapper, and a rename over it; never of a secret.
. "$LIB/case.sh"
printf 'one\nold\n' >"$HOME/.bashrc"
printf 'one\nnew\n' >mine
shows() { # TEXT WORD...: what is asked about WORD... shows TEXT, or with "" no difference
  local text=$1
  shift
  start_guarded -- "$@"
  wait_for_question
  guard pending "$question_id" >"$OUT"
  if [[ -n $text ]]; then assert_says "$OUT" "$text"; else assert_silent "$OUT" "What would change"; fi
  assert_says "$OUT" "Judged   "
  guard deny "$question_id"
  finish_guarded
}
shows "+new" cp mine "$HOME/.bashrc"
shows "-old" env A=b timeout 9 cp -f mine "$HOME/.bashrc"
shows "+new" mv mine "$HOME/.bashrc"
shows "+new" install -m 600 mine "$HOME/.bashrc"
shows "+new" python3 -c 'import os, sys; os.rename("mine", sys.argv[1])' "$HOME/.bashrc"
shows "" tee "$HOME/.bashrc"
echo TOKEN=x >.env
shows "" cp .env "$HOME/.bashrc"
