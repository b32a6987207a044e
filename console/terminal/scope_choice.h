// SPDX-License-Identifier: Apache-2.0
// ScopeChoice: how long an approval is to be remembered, among what the question offers. Begins
// with `once`. A value.
#ifndef GUARD_CONSOLE_TERMINAL_SCOPE_CHOICE_H_
#define GUARD_CONSOLE_TERMINAL_SCOPE_CHOICE_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace guard::console {

class ScopeChoice {
 public:
  explicit ScopeChoice(const nlohmann::json& question);

  void next() { chosen_ = (chosen_ + 1) % names_.size(); }
  // As answer() says it. False: it is not offered here, and nothing changes.
  bool choose(const std::string& answer);
  [[nodiscard]] bool has_choice() const { return names_.size() > 1; }
  [[nodiscard]] std::string answer() const;  // as an answer says it: "30m"
  [[nodiscard]] std::string shown() const;   // for people: "30 minutes"
  // The words for a person on what it covers; "" for once.
  [[nodiscard]] std::string covers(const std::string& pattern) const;
  // Whether a pattern says what it covers.
  [[nodiscard]] bool takes_pattern() const;

 private:
  [[nodiscard]] std::string extent() const;
  [[nodiscard]] std::string edited(std::string extent, const std::string& pattern) const;

  std::string pattern_;             // as offered
  nlohmann::json covers_;           // of each scope, in words
  std::vector<std::string> names_;  // as the API offers them
  std::size_t chosen_ = 0;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_SCOPE_CHOICE_H_
