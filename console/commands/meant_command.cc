// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text/text.h"
#include "console/commands/commands.h"
#include "console/places/command_search.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

constexpr std::size_t kLongest = 200;

// Also one that is not on this PATH: its name is told apart from a mistyped subcommand all the
// same.
bool is_agent(const Words& words) {
  const auto shipped = policy::load_policy({});
  return shipped && policy::profile_for(shipped->profiles, words) != nullptr;
}

// A word with blanks is a whole command line.
bool is_program(const std::string& word) {
  return !word.starts_with('-') && find_command(word, search_path_of_environment()).has_value();
}

}  // namespace

std::string meant_command(const Words& words) {
  if (!is_agent(words) && !is_program(words.front())) return "";
  Words run = {"guard", "run", "--"};
  run.insert(run.end(), words.begin(), words.end());
  return shortened(command_text(run), kLongest);
}

}  // namespace guard::console
