// SPDX-License-Identifier: Apache-2.0
#include "console/check/quoted_line.h"

#include "base/text/text.h"
#include "console/places/command_search.h"

namespace guard::console {

bool is_found_program(const std::string& name, const std::string& cwd) {
  const bool is_below = !cwd.empty() && name.find('/') != std::string::npos && name[0] != '/';
  const auto found = find_command(is_below ? cwd + "/" + name : name, search_path_of_environment());
  return found || found.error().code != Code::kNotFound;
}

std::string quoted_line_complaint(const std::vector<std::string>& words, const std::string& cwd) {
  const bool one_line = words.size() == 1 && words[0].find_first_of(" \t\n") != std::string::npos;
  if (!one_line || is_found_program(words[0], cwd)) return {};
  return "no program is called \"" + safe_text(words[0]) + "\"; did you mean --shell?";
}

}  // namespace guard::console
