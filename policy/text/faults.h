// SPDX-License-Identifier: Apache-2.0
// Faults: the defects of a file, all of them and not the first alone, as one Error. Each stands on
// a line of its own ("FILE:LINE:COLUMN: message"), the second and later ones indented; beyond some
// only a count grows. Values; one thread.
#ifndef GUARD_POLICY_TEXT_FAULTS_H_
#define GUARD_POLICY_TEXT_FAULTS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace guard::policy {

// The separator of two faults in an Error's context.
inline constexpr std::string_view kFaultBreak = "\n  ";

class Faults {
 public:
  // Those that RESULT's error holds, and the count of those that it left out; nothing for none.
  void add(const Result<void>& result);
  void add(const Error& error);
  [[nodiscard]] bool any() const { return !first_.context.empty(); }
  [[nodiscard]] Result<void> result() const;

 private:
  static constexpr std::size_t kMost = 20;
  Error first_{Code::kInvalid, 0, ""};
  std::vector<std::string> lines_;
  std::size_t more_ = 0;
};

// The faults that a context holds, each without the break.
[[nodiscard]] std::vector<std::string> faults_in(std::string_view context);

}  // namespace guard::policy

#endif  // GUARD_POLICY_TEXT_FAULTS_H_
