// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/resolver_options.h"

#include <charconv>
#include <fstream>
#include <sstream>
#include <string_view>

namespace guard::supervisor {
namespace {

constexpr std::string_view kKey = "ndots:";

// The last one counts.
void read_options(const std::string& line, int& ndots) {
  std::istringstream words(line);
  std::string word;
  if (!(words >> word) || word != "options") return;
  while (words >> word) {
    if (word.starts_with(kKey))
      std::from_chars(word.data() + kKey.size(), word.data() + word.size(), ndots);
  }
}

}  // namespace

int ndots_in(std::istream& text) {
  int ndots = 1;
  for (std::string line; std::getline(text, line);) read_options(line, ndots);
  return ndots;
}

int ndots_of(const std::string& path) {
  std::ifstream file(path);
  return ndots_in(file);
}

}  // namespace guard::supervisor
