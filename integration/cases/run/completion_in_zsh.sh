# SPDX-License-Identifier: Apache-2.0
# The words that a real zsh offers at Tab: from a function file of $fpath, as packages install it,
# from the first time on, and from a sourced script; sessions on record and waiting questions among
# them.
. "$LIB/case.sh"
with_undo
. "$LIB/screen.sh"
command -v zsh >/dev/null || skip "no zsh here"
PATH=$(dirname "$GUARD"):$PATH
mkdir functions
guard completion zsh >functions/_guard
precious lost folder/kept
guard_run --session done_one -- rm lost
wait_for_closing
start_guarded --session asking -- rm -rf folder
wait_for_question

open_screen 100 20 env PS1='ready> ' zsh -f
screen_says 'ready>'
keys "fpath=($PWD/functions \$fpath); autoload -U compinit; compinit -u -D" Enter
keys 'clear' Enter
keys 'guard audit li' Tab
screen_says 'ready> guard audit list'
keys C-u 'guard undo --session do' Tab
screen_says 'guard undo --session done_one'
keys C-u "guard approve ${question_id:0:3}" Tab
screen_says "guard approve ${question_id:0:8}"
keys C-u 'guard run --mode par' Tab
screen_says 'guard run --mode paranoid'
keys C-u 'exec env PS1="again> " zsh -f' Enter
screen_says 'again>'
keys 'autoload -U compinit; compinit -u -D; source functions/_guard; clear' Enter
keys 'guard policy vali' Tab
screen_says 'guard policy validate'
guard deny "$question_id" >/dev/null
finish_guarded
