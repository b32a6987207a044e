// SPDX-License-Identifier: Apache-2.0
// guard completion: scripts that ask the installed guard itself (--print-commands,
// --print-options, --print-values OPTION), so that they always fit its tables. They name it the
// subcommand alone, never the words behind: those of `guard run` would be run.
#include <array>
#include <cstdio>
#include <string>

#include "base/text/text.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"

namespace guard::console {
namespace {

constexpr const char* kBash = R"sh(# bash completion of guard: eval "$(guard completion bash)"
_guard() {
  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} path=() word words
  local list=--print-commands files= stem= whole=${COMP_LINE:0:${COMP_POINT:-0}}
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word == -- ]]; then
      mapfile -t COMPREPLY < <(compgen -c -f -- "$cur")
      return
    fi
    [[ $word == -* || ${#path[@]} -ge 1 && ${path[0]} != @(alerts|audit|policy) || ${#path[@]} -ge 2 ]] ||
      path+=("$word")
  done
  if [[ $cur == = ]]; then
    cur=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  whole=${whole##*[[:space:]]}
  if [[ $whole == *:* && $whole != *=* ]]; then
    cur=$whole stem=${whole%"${whole##*:}"}
  fi
  if [[ $before == -* ]] &&
    words=$("${COMP_WORDS[0]}" "${path[@]}" --print-values "$before" 2>/dev/null); then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    return
  fi
  [[ $cur != -* ]] || list=--print-options
  words=$("${COMP_WORDS[0]}" "${path[@]}" $list 2>/dev/null)
  if [[ $words == *"<files>"* ]]; then
    words=${words//"<files>"/} files=yes
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  COMPREPLY=("${COMPREPLY[@]#"$stem"}")
  if [[ $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
  fi
}
complete -o default -F _guard guard
)sh";

constexpr const char* kZsh = R"sh(#compdef guard
# zsh completion of guard: save as _guard in a folder of $fpath, or source it
_guard() {
  local -a found path_words
  local word files list=--print-commands
  for word in "${(@)words[2,CURRENT-1]}"; do
    if [[ $word == -- ]]; then
      _normal
      return
    fi
    [[ $word == -* || ${#path_words} -ge 1 && $path_words[1] != (alerts|audit|policy) || ${#path_words} -ge 2 ]] ||
      path_words+=("$word")
  done
  if [[ ${words[CURRENT-1]} == -* ]]; then
    if word=$(guard $path_words --print-values ${words[CURRENT-1]} 2>/dev/null); then
      found=(${(f)word})
      if (( ${#found} )); then compadd -- $found; else _files; fi
      return
    fi
  fi
  [[ ${words[CURRENT]} == -* ]] && list=--print-options
  found=(${(f)"$(guard $path_words $list 2>/dev/null)"})
  files=${found[(I)<files>]}
  found=(${found:#<files>})
  (( ! ${#found} )) || compadd -- $found
  (( ${#found} && ! files )) || _files
}
if [[ $funcstack[1] == _guard ]]; then
  _guard "$@"
else
  compdef _guard guard
fi
)sh";

constexpr const char* kFish = R"sh(# fish completion of guard: guard completion fish | source
function __guard_complete
    set -l path
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    for typed in $before[2..-1]
        if test "$typed" = --
            test "$before[-1]" = --; and complete -C "$word"
            __fish_complete_path "$word"
            return
        end
        string match -q -- '-*' $typed; and continue
        test (count $path) -eq 1; and not contains -- $path[1] alerts audit policy; and continue
        test (count $path) -lt 2; and set -a path $typed
    end
    set -l list --print-commands
    if string match -q -- '-*' $before[-1]
        if set -l values (guard $path --print-values $before[-1] 2>/dev/null)
            printf '%s\n' $values
            test (count $values) -gt 0; or __fish_complete_path "$word"
            return
        end
    end
    string match -q -- '-*' "$word"; and set list --print-options
    set -l found (guard $path $list 2>/dev/null)
    printf '%s\n' $found | string match -v '<files>'
    if test (count $found) -eq 0; or contains -- '<files>' $found
        __fish_complete_path "$word"
    end
end
complete -c guard -f -a '(__guard_complete)'
)sh";

struct Shell {
  const char* name;
  const char* script;
};
constexpr std::array<Shell, 3> kShells = {{{"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}}};

constexpr OptionTable kCompletionTable = {
    "completion", "print a completion script for a shell", "bash|zsh|fish", {}, 1, 1,
    false,        "eval \"$(guard completion bash)\""};

}  // namespace

int completion_command(const Words& words) {
  const auto options = parse_or_explain(kCompletionTable, words);
  if (!options) return options.error();
  const std::string& wanted = options->operands().front();
  for (const Shell& shell : kShells) {
    if (wanted == shell.name) return std::fputs(shell.script, stdout) < 0 ? 1 : 0;
  }
  return complain(
      2, "completion: no script for " + safe_text(wanted) + ", but for bash, zsh and fish");
}

}  // namespace guard::console
