// SPDX-License-Identifier: Apache-2.0
// The two forms of a CiReport that go to a log: for people, and for GitHub Actions.
#include <string_view>

#include "base/text/text.h"
#include "console/ci/ci_formats.h"

namespace guard::console {
namespace {

constexpr std::size_t kShownRefusals = 20;
constexpr std::size_t kMostAnnotations = 10;
constexpr std::size_t kLongestText = 160;

std::string headline(const CiReport& report) {
  std::string text = "guard: " + report.outcome + ", status " + std::to_string(report.status) +
                     ": " + count_text(report.commands, "command", "commands") + ", " +
                     count_text(report.records, "act", "acts") + " on record";
  if (report.denied + report.asks == 0) return text + ", nothing refused";
  text += ", " + std::to_string(report.denied + report.asks) + " refused (" +
          std::to_string(report.denied) + " by rule, " + std::to_string(report.asks) +
          " would have been asked)";
  return text;
}

std::string refusal_lines(const CiRefusal& refusal) {
  std::string text = refusal.asks ? "  asks     " : "  refused  ";
  text += shortened(refusal.what, kLongestText);
  if (refusal.count > 1) text += "  (" + std::to_string(refusal.count) + " times)";
  text += "\n           tier " + std::to_string(refusal.tier);
  if (!refusal.category.empty()) text += ", " + refusal.category;
  const std::string rule = "rule " + rule_name(refusal);
  const std::string reason = shortened(refusal.reason, kLongestText);
  // What a rule of a policy refuses gives it as the reason already.
  if (reason.starts_with(rule + ":")) return text + ", " + reason + "\n";
  return text + ", " + rule + (reason.empty() ? "" : ": " + reason) + "\n";
}

// What would end a workflow command, or one of its properties.
std::string escaped(const std::string& text, std::string_view also) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '%' || c == '\r' || c == '\n' || also.find(c) != std::string_view::npos)
      out += {'%', kHex[byte >> 4], kHex[byte & 0x0F]};
    else
      out += c;
  }
  return out;
}

std::string annotation(const CiRefusal& refusal, const std::string& folder) {
  constexpr std::string_view kOfProperties = ":,";
  const std::string file = path_below(folder, refusal.path);
  std::string line = refusal.asks ? "::warning " : "::error ";
  if (!file.empty()) line += "file=" + escaped(file, kOfProperties) + ",";
  line += "title=" + escaped("guard: " + rule_name(refusal), kOfProperties) + "::";
  return line + escaped(refusal.what + ": " + refusal.reason, "") + "\n";
}

}  // namespace

std::string ci_summary(const CiReport& report) {
  std::string text = headline(report) + "\n";
  for (std::size_t i = 0; i < report.refusals.size() && i < kShownRefusals; ++i)
    text += refusal_lines(report.refusals[i]);
  if (report.refusals.size() > kShownRefusals)
    text += "  and " + std::to_string(report.refusals.size() - kShownRefusals) + " more\n";
  if (!report.refusals.empty())
    text += "guard: all of it: guard audit report " + safe_text(report.session) + "\n";
  return text;
}

std::string github_annotations(const CiReport& report, const std::string& folder) {
  std::string text;
  std::size_t shown[2] = {0, 0};
  for (const CiRefusal& refusal : report.refusals)
    if (shown[refusal.asks ? 1 : 0]++ < kMostAnnotations) text += annotation(refusal, folder);
  return text;
}

}  // namespace guard::console
