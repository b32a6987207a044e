// SPDX-License-Identifier: Apache-2.0
#include "policy/command/known_words.h"

#include "base/text/text.h"
#include "policy/command/command_levels.h"
#include "policy/command/interpreters.h"
#include "policy/command/loader_run.h"

namespace guard::policy {
namespace {

// Its operand is a file of code, not a program.
bool reads_code(const CommandLevel& level) {
  const bool shell = level.spec != nullptr && level.spec->wrapper.shell_text_flag == "c";
  return shell || is_interpreter(level.line.program);
}

}  // namespace

std::vector<std::string> with_known_programs(std::vector<std::string> argv, const SpecTable& specs,
                                             InnerPrograms inner, const KnownName& known_name) {
  // A program that has become known may be a wrapper itself: then there are more levels.
  for (std::size_t i = 1;; ++i) {
    const CommandLevels chain = command_levels(argv, specs);
    if (i >= chain.levels.size()) return argv;
    const CommandLevel& outer = chain.levels[i - 1];
    if (inner == InnerPrograms::kBehindLoader && !is_loader(outer)) continue;
    if (reads_code(outer)) continue;
    const auto& words = chain.levels[i].argv;
    if (words.empty() || words.size() >= argv.size()) continue;
    std::string& word = argv[argv.size() - words.size()];
    if (base_name(word) != words.front()) continue;  // it stands there in other words
    if (std::string known = known_name(word); !known.empty()) word = std::move(known);
  }
}

}  // namespace guard::policy
