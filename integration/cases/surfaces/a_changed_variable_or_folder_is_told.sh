# SPDX-License-Identifier: Apache-2.0
# guard check says of a text whose variables or folder change what a run of it does: never "would run" where
# the run asks. Where only the run knows the value, check asks (shell.unknown) and the run decides.
# timeout: 300
. "$LIB/case.sh"
with_undo
git init -q .
printf '/build/\n' >.gitignore

scene() {
  rm -rf build d1 d2 lines
  mkdir -p build
  touch build/x.o
  precious d1/a d1/b d2/build/a d2/build/b
  printf 'd1\n' >lines
  printf 'build\n' >line
}

# WORDS OF CHECK, what the run does, the text.
rows=(
  'ask asks X=build; export X=d1; rm -rf $X'
  'ask asks X=d; X+=1; rm -rf $X'
  'ask asks declare X=d1; rm -rf "$X"'
  'ask asks readonly X=d1; rm -rf "$X"'
  'ask asks X=d1 eval "rm -rf \$X"'
  'ask asks X="rm -rf d1"; eval "$X"'
  'ask asks X="rm -rf d1"; $X'
  'ask asks X=build; f() { X=d1; }; f; rm -rf $X'
  'ask asks X=build; if true; then X=d1; fi; rm -rf $X'
  'ask asks X=build; true && X=d1; rm -rf $X'
  'ask asks X=build; for X in build d1; do :; done; rm -rf $X'
  'ask asks X=build; eval X=d1; rm -rf $X'
  'ask asks for c in status push; do git $c; done'
  'ask asks X="*"; rm -rf $X'
  'unknown asks X=build; read X <lines; rm -rf $X'
  'unknown asks X=build; mapfile -t X <lines; rm -rf $X'
  'unknown asks X=build; printf -v X d1; rm -rf $X'
  'unknown asks X=build; unset X; : ${X:=d1}; rm -rf $X'
  'unknown asks X=build; while read -r l; do X=$l; done <lines; rm -rf $X'
  'unknown asks X=build; printf X=d1 >vars; source ./vars; rm -rf $X'
  'unknown asks X=status; printf push >sub; read X <sub; git $X'
  'unknown runs X=d1; read X <line; rm -rf $X'
  'unknown runs X=d1; printf -v X build; rm -rf $X'
  'unknown runs X=build; let Y=1; X=$(echo build); rm -rf $X'
  'ask asks command cd d2; rm -rf build'
  'ask asks builtin cd d2; rm -rf build'
  'ask asks env -C d2 rm -rf build'
  'ask asks env --chdir d2 rm -rf build'
  'ask asks { cd d2; }; rm -rf build'
  'ask asks true && cd d2; rm -rf build'
  'ask asks f() { cd d2; }; f; rm -rf build'
  'ask asks if cd d2; then :; fi; rm -rf build'
  'ask asks pushd d2; rm -rf build'
  'ask asks D=d2; cd "$D" && rm -rf build'
  'unknown asks D=.; read D <<<d2; cd $D; rm -rf build'
  'run runs pushd d2; popd; rm -rf build'
  'run runs (cd d2); rm -rf build'
  'run runs cd d2; cd -; rm -rf build'
  'run runs X=d1; X=build; rm -rf $X'
  'run runs X=d1; (X=d2); X=bu; X+=ild; rm -rf $X'
  'run runs T=$(mktemp -d) && cd "$T" && echo a >b && rm -rf "$T"'
  'run runs mkdir -p new && cd new && echo a >b && rm b'
)
for row in "${rows[@]}"; do
  read -r said done text <<<"$row"
  scene
  status=0
  guard check --shell "$text" >"$OUT" || status=$?
  case $said in
  ask) ((status == 3)) && ! grep -q shell.unknown "$OUT" || fail "check of: $text: $status $(<"$OUT")" ;;
  unknown) ((status == 3)) && grep -q shell.unknown "$OUT" || fail "check of: $text: $status $(<"$OUT")" ;;
  run) ((status == 0)) || fail "check of: $text: $status $(<"$OUT")" ;;
  esac
  guard_run --on-ask deny -- bash -c "$text"
  denied=no
  ! grep -q 'guard: denied' "$ERR" || denied=yes
  [[ $done == asks && $denied == yes || $done == runs && $denied == no ]] || fail "the run of: $text"
done
