// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/shell_around.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "supervisor/actors/shell_command.h"

namespace guard::supervisor {
namespace {

// What may stand right before or behind a word of a shell text.
constexpr std::string_view kEndsAWord = " \t\n/'\"=;&|<>(){},";

bool ends_a_word(std::string_view text, std::size_t at) {
  return at >= text.size() || kEndsAWord.find(text[at]) != std::string_view::npos;
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if ((at == 0 || ends_a_word(text, at - 1)) && ends_a_word(text, at + word.size())) return true;
  }
  return false;
}

}  // namespace

std::string text_around(const Process& process) {
  for (auto above = process.parent; above; above = above->parent) {
    std::string text = shell_text_of(above->program->actor.argv);
    if (!text.empty()) return text;
  }
  return {};
}

bool is_fed(const Program& program) {
  constexpr auto kFed =
      std::to_array<std::string_view>({"xargs", "parallel", "rush", "fd", "fdfind"});
  const auto& argv = program.actor.argv;
  return !argv.empty() && std::ranges::find(kFed, base_name(argv[0])) != kFed.end();
}

bool is_typed_by_hand(const Process& process, std::string_view path) {
  const std::string text = text_around(process);
  if (!text.empty()) return has_word(text, base_name(path));
  for (auto above = process.parent; above && !above->agent; above = above->parent)
    if (is_fed(*above->program)) return false;
  return true;
}

}  // namespace guard::supervisor
