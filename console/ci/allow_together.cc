// SPDX-License-Identifier: Apache-2.0
#include "console/ci/allow_together.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace guard::console {
namespace {

// What a line begins and ends with, around its entries.
struct Frame {
  std::string_view begin;
  std::string_view end;
};
constexpr std::array<Frame, 3> kFrames = {{
    {"pre_confirmed: [", "]"},
    {"network: {allow: [", "]}"},
    {"rules: [", "]"},
}};

bool fits(const Frame& frame, std::string_view line) {
  return line.starts_with(frame.begin) && line.ends_with(frame.end);
}

std::string framed(const Frame& frame, const std::vector<std::string>& lines) {
  std::vector<std::string> entries;
  for (const std::string& line : lines) {
    if (!fits(frame, line)) continue;
    std::string entry =
        line.substr(frame.begin.size(), line.size() - frame.begin.size() - frame.end.size());
    if (std::ranges::find(entries, entry) == entries.end()) entries.push_back(std::move(entry));
  }
  if (entries.empty()) return "";
  std::string text(frame.begin);
  for (const std::string& entry : entries) text += (&entry == &entries.front() ? "" : ", ") + entry;
  return text + std::string(frame.end) + "\n";
}

}  // namespace

std::vector<std::string> policy_lines(const std::vector<CiRefusal>& refusals) {
  std::vector<std::string> lines;
  for (const CiRefusal& refusal : refusals) {
    const bool is_line = std::ranges::any_of(
        kFrames, [&](const Frame& frame) { return fits(frame, refusal.to_allow); });
    if (is_line) lines.push_back(refusal.to_allow);
  }
  return lines;
}

std::string allow_together(const std::vector<std::string>& lines) {
  std::string text;
  for (const Frame& frame : kFrames) text += framed(frame, lines);
  return text;
}

}  // namespace guard::console
