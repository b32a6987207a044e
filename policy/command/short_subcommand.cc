// SPDX-License-Identifier: Apache-2.0
#include "policy/command/short_subcommand.h"

#include <algorithm>

#include "policy/text/glob.h"

namespace guard::policy {
namespace {

template <class Visit>
void each_subcommand(const CommandSpec& spec, Visit visit) {
  for (const std::string& word : spec.subcommands) visit(std::string_view(word));
  for (const SpecRule& rule : spec.rules) {
    for (const std::string& words : rule.sub) {
      const auto first = std::string_view(words).substr(0, words.find(' '));
      if (!has_wildcard(first)) visit(first);
    }
  }
}

// npm takes capitals for dashes: `distTag` is dist-tag.
std::string with_dashes(std::string_view word) {
  std::string out;
  for (const char letter : word) {
    const bool capital = letter >= 'A' && letter <= 'Z';
    if (capital) out += '-';
    out += capital ? static_cast<char>(letter - 'A' + 'a') : letter;
  }
  return out;
}

}  // namespace

std::vector<std::string> meant_subcommands(std::string_view word, const CommandSpec& spec) {
  std::vector<std::string> meant;
  if (!spec.short_subcommands || word.empty()) return {std::string(word)};
  const std::string given = with_dashes(word);
  bool exact = false;
  each_subcommand(spec, [&](std::string_view known) {
    exact = exact || known == given;
    if (known.starts_with(given) && std::ranges::find(meant, known) == meant.end())
      meant.emplace_back(known);
  });
  if (exact) return {given};
  if (meant.empty()) return {std::string(word)};
  return meant;
}

}  // namespace guard::policy
