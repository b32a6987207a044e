// SPDX-License-Identifier: Apache-2.0
#include "policy/text/faults.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

namespace guard::policy {
namespace {

constexpr std::string_view kAnd = "and ";
constexpr std::string_view kMore = " more";

// "and 9 more": those that an error within this one left out.
std::optional<std::size_t> left_out(std::string_view line) {
  if (!line.starts_with(kAnd) || !line.ends_with(kMore)) return std::nullopt;
  line.remove_prefix(kAnd.size());
  line.remove_suffix(std::min(kMore.size(), line.size()));
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), count);
  if (error != std::errc() || end != line.data() + line.size()) return std::nullopt;
  return count;
}

}  // namespace

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
    if (const auto count = left_out(line))
      more_ += *count;
    else if (lines_.size() < kMost)
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
  if (more_ > 0)
    all.context +=
        std::string(kFaultBreak).append(kAnd) + std::to_string(more_) + std::string(kMore);
  return forward(std::move(all));
}

}  // namespace guard::policy
