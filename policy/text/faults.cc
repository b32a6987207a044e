// SPDX-License-Identifier: Apache-2.0
#include "policy/text/faults.h"

#include <algorithm>

namespace guard::policy {

std::vector<std::string> faults_in(std::string_view context) {
  std::vector<std::string> faults;
  for (;;) {
    const std::size_t end = context.find(kFaultBreak);
    faults.emplace_back(context.substr(0, end));
    if (end == std::string_view::npos) return faults;
    context.remove_prefix(end + kFaultBreak.size());
  }
}

void Faults::add(const Result<void>& result) {
  if (!result) add(result.error());
}

void Faults::add(const Error& error) {
  if (!any()) first_ = error;
  for (std::string& line : faults_in(error.context)) {
    if (std::ranges::find(lines_, line) != lines_.end()) continue;
    if (lines_.size() < kMost)
      lines_.push_back(std::move(line));
    else
      ++more_;
  }
}

Result<void> Faults::result() const {
  if (!any()) return {};
  Error all = first_;
  all.context.clear();
  for (const std::string& line : lines_)
    all.context += (all.context.empty() ? "" : std::string(kFaultBreak)) + line;
  if (more_ > 0) all.context += std::string(kFaultBreak) + "and " + std::to_string(more_) + " more";
  return forward(std::move(all));
}

}  // namespace guard::policy
