// SPDX-License-Identifier: Apache-2.0
#include "console/ci/allow_together.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

namespace guard::console {
namespace {

// The text of a line before its entries, and behind them.
struct Frame {
  std::string_view begin;
  std::string_view end;
  std::string_view note = {};  // in a file that explains itself
};
constexpr std::array<Frame, 3> kFrames = {{
    {"pre_confirmed: [", "]",
     "# A command below is allowed by its words, whatever it takes by then. A comment counts what "
     "it\n"
     "# would have taken in this run.\n"},
    {"network: {allow: [", "]}"},
    {"rules: [", "]"},
}};

bool fits(const Frame& frame, std::string_view line) {
  return line.starts_with(frame.begin) && line.ends_with(frame.end);
}

std::string entry_in(const Frame& frame, const std::string& line) {
  return line.substr(frame.begin.size(), line.size() - frame.begin.size() - frame.end.size());
}

// Each entry once; `text_of` says how it stands there.
template <class Item, class LineOf, class TextOf>
std::string entries_of(const Frame& frame, const std::vector<Item>& items, const LineOf& line_of,
                       const TextOf& text_of) {
  std::vector<std::string> entries;
  std::string text;
  for (const Item& item : items) {
    const std::string& line = line_of(item);
    if (!fits(frame, line)) continue;
    std::string entry = entry_in(frame, line);
    if (std::ranges::find(entries, entry) != entries.end()) continue;
    text += text_of(item, entry, entries.empty());
    entries.push_back(std::move(entry));
  }
  return text;
}

std::string framed(const Frame& frame, const std::vector<std::string>& lines) {
  const std::string entries = entries_of(
      frame, lines, std::identity(), [](const std::string&, const std::string& entry, bool first) {
        return (first ? "" : ", ") + entry;
      });
  if (entries.empty()) return "";
  return std::string(frame.begin) + entries + std::string(frame.end) + "\n";
}

std::string comment_on(const CiRefusal& refusal) {
  std::string text = "# " + refusal.what + ": tier " + std::to_string(refusal.tier);
  if (refusal.count > 1) text += ", " + std::to_string(refusal.count) + " times";
  return text + (refusal.reason.empty() ? "" : ", " + refusal.reason) + "\n";
}

// An act that was let through unasked is refused where somebody is to answer, and nobody does.
std::vector<CiRefusal> all_that_asks(const CiReport& report) {
  std::vector<CiRefusal> all = report.refusals;
  for (const CiUnasked& act : report.let_through) {
    CiRefusal entry;
    entry.tier = act.tier;
    entry.what = act.what;
    entry.reason = act.reason;
    entry.count = act.count;
    entry.to_allow = act.to_allow;
    all.push_back(std::move(entry));
  }
  return all;
}

std::string explained(const Frame& frame, const std::vector<CiRefusal>& refusals) {
  const std::string entries = entries_of(
      frame, refusals, [](const CiRefusal& refusal) { return refusal.to_allow; },
      [](const CiRefusal& refusal, const std::string& entry, bool) {
        return "  " + comment_on(refusal) + "  " + entry + ",\n";
      });
  if (entries.empty()) return "";
  return std::string(frame.note) + std::string(frame.begin) + "\n" + entries +
         std::string(frame.end) + "\n";
}

bool is_policy_line(const std::string& to_allow) {
  return std::ranges::any_of(kFrames, [&](const Frame& frame) { return fits(frame, to_allow); });
}

}  // namespace

std::vector<std::string> policy_lines(const std::vector<CiRefusal>& refusals) {
  std::vector<std::string> lines;
  for (const CiRefusal& refusal : refusals) {
    if (is_policy_line(refusal.to_allow)) lines.push_back(refusal.to_allow);
  }
  return lines;
}

std::string allow_together(const std::vector<std::string>& lines) {
  std::string text;
  for (const Frame& frame : kFrames) text += framed(frame, lines);
  return text;
}

std::string ci_policy(const CiReport& report) {
  std::string text =
      "# Acts that guard refused, or let through unasked, in session " + report.session + ", " +
      report.command +
      ".\n# Read each entry, and write it into the policy that the run had. This file by itself, "
      "as --policy,\n# would hold in place of that, and its rules would be gone.\n"
      "version: 1\n";
  if (report.more_refusals > 0)
    text += "# " + std::to_string(report.more_refusals) +
            " more refusals, which differ, are not here: run it again with this file.\n";
  const std::vector<CiRefusal> refusals = all_that_asks(report);
  for (const Frame& frame : kFrames) text += explained(frame, refusals);
  bool first = true;
  for (const CiRefusal& refusal : refusals) {
    if (is_policy_line(refusal.to_allow) || refusal.skipped) continue;
    if (std::exchange(first, false)) text += "# For these guard offers no line:\n";
    text += comment_on(refusal);
    if (!refusal.to_allow.empty()) text += "#   to allow it: " + refusal.to_allow + "\n";
  }
  return text;
}

}  // namespace guard::console
