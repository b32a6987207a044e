// SPDX-License-Identifier: Apache-2.0
#include "policy/decide/allowed_raises.h"

#include <algorithm>

#include "policy/command/code_words.h"
#include "policy/decide/pre_confirmed.h"
#include "policy/text/glob.h"

namespace guard::policy {

Result<AllowedRaise> read_allowed_raise(const std::string& line) {
  // As it would be typed.
  const auto read = read_pre_confirmed("sudo " + line);
  if (!read) return forward(read.error());
  AllowedRaise words;
  for (std::size_t i = 1; i < read->argv.size(); ++i)
    words.push_back(read->patterns.at(read->argv[i]));
  return words;
}

bool leaves_files_open(const AllowedRaise& allowed, const CommandLevels& chain) {
  if (std::ranges::none_of(allowed, has_wildcard)) return false;
  return !std::ranges::all_of(chain.levels, takes_names_alone);
}

bool names_raise(const AllowedRaise& allowed, const Subject& subject) {
  const std::vector<std::string>& argv = subject.action.argv;
  const CommandLevels& chain = subject.chain;
  const bool hands_on = !chain.levels.empty() && chain.levels.front().spec != nullptr &&
                        chain.levels.front().spec->wrapper.is_wrapper;
  if (!hands_on || chain.too_deep || !subject.assessment.raised || !runs_what_it_says(subject))
    return false;
  auto word = argv.begin() + std::min<std::ptrdiff_t>(1, std::ssize(argv));
  // They change nothing of what runs. Behind "--" every word is the program's.
  while (word != argv.end() && *word == "-n") ++word;
  if (word != argv.end() && *word == "--") ++word;
  return std::equal(allowed.begin(), allowed.end(), word, argv.end(),
                    [](const std::string& glob, const std::string& said) {
                      return word_glob_matches(glob, said);
                    });
}

bool allows_raise(const AllowedRaise& allowed, const Subject& subject) {
  return !subject.assessment.rebindable && !leaves_files_open(allowed, subject.chain) &&
         names_raise(allowed, subject);
}

}  // namespace guard::policy
