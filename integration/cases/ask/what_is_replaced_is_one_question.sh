# SPDX-License-Identifier: Apache-2.0
# A command that puts something new in the place of what lies outside asks once, does all of it or nothing, and
# the line that its refusal offers lets all of it through.
. "$LIB/case.sh"
with_undo
there=$HOME/there
mkdir "$there" dotfiles data && mkdir data/sub
echo new >new.conf && echo t >t.txt && echo rc >dotfiles/bashrc
for i in 1 2 3; do echo "$i" >"data/$i.csv"; echo "$i" >"data/sub/$i"; done
old() {
  rm -rf "$there" "$HOME/.bash_aliases" "$HOME/.bashrc" && mkdir "$there"
  echo old >"$there/app.conf" && ln -s elsewhere "$there/current" && ln -s "$PWD/data" "$there/folder"
}
looks() {
  python3 - "$HOME" <<'PYTHON'
import os, pathlib, sys
home = pathlib.Path(sys.argv[1])
for path in sorted([*home.glob("there/**/*"), *home.glob(".bash_aliases"), *home.glob(".bashrc")]):
    print(path.relative_to(home), os.readlink(path) if path.is_symlink() else path.read_text() if path.is_file() else "")
PYTHON
}
asked=0
try() { # RESULT COMMAND...
  local wanted=$1 before line
  shift
  asked=$((asked + 1))
  # Nobody answers: nothing of it is done.
  old
  before=$(looks)
  guard_run --ci --session "no$asked" --learn "learned$asked.yaml" -- "$@"
  [[ $(looks) == "$before" ]] || fail "half of it was done: $*: $(looks) $before"
  [[ $status -ne 0 ]] || fail "nobody was asked: $*"
  # The line that guard offers lets it through, and guard check says the same.
  # If the words of a command pick files, no line holds for these files alone: then that is said.
  line=$(sed -n 's/.* alone; \(pre_confirmed: \[.*\]\) allows the command.*/\1/p' "learned$asked.yaml")
  [[ -z $line ]] || printf 'version: 1\n%s\n' "$line" >"learned$asked.yaml"
  guard policy validate "learned$asked.yaml" >/dev/null || fail "$(<"learned$asked.yaml")"
  # For a further link the check is stricter than the run: it takes the link that ln makes for a question
  # of its own.
  guard check --policy "learned$asked.yaml" -- "$@" >"$OUT" || [[ "$1 $2" == "ln -f" || "$1 $2" == "ln t.txt" ]] || fail "check: $* $(<"$OUT") $(<"learned$asked.yaml")"
  guard_run --ci --policy "learned$asked.yaml" -- "$@"
  [[ $status -eq 0 ]] || fail "the line does not let it through: $* $(<"learned$asked.yaml")"
  (cd "$HOME" && eval "$wanted") || fail "it did not: $*: $(looks)"
  # One yes is enough.
  old
  start_guarded --session "yes$asked" -- "$@"
  wait_for_question
  [[ $(json_of "data[0]['what']") != *Cu??????* ]] || fail "a name of ln's own: $QUESTION"
  guard approve "$question_id" >/dev/null
  finish_guarded
  [[ $status -eq 0 ]] || fail "one yes was not enough: $*"
  (cd "$HOME" && eval "$wanted") || fail "it did not: $*: $(looks)"
}
try '[[ $(<there/app.conf) == new ]]' install -m 644 new.conf "$there/app.conf"
try '[[ $(<there/app.conf) == new ]]' cp --remove-destination new.conf "$there/app.conf"
try '[[ $(readlink there/app.conf) == x ]]' ln -sf x "$there/app.conf"
try '[[ $(readlink there/current) == release ]]' ln -sfn release "$there/current"
try '[[ $(readlink there/folder) == release ]]' ln -sfn release "$there/folder"
try '[[ $(<there/app.conf) == t ]]' ln -f t.txt "$there/app.conf"
try '[[ $(<.bash_aliases) == t ]]' cp t.txt "$HOME/.bash_aliases"
try '[[ $(<.bash_aliases) == t ]]' ln t.txt "$HOME/.bash_aliases"
try '[[ $(<.bash_aliases) == t ]]' install -m 644 t.txt "$HOME/.bash_aliases"
try '[[ $(readlink .bashrc) == dotfiles/bashrc ]]' ln -s dotfiles/bashrc "$HOME/.bashrc"
try '[[ $(<there/sub/3) == 3 ]]' cp -r data/. "$there"
try '[[ $(<there/sub/3) == 3 ]]' cp -rT data "$there"
