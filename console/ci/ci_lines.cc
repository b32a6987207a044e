// SPDX-License-Identifier: Apache-2.0
// The two forms of a CiReport that go to a log: for people, and for GitHub Actions.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "console/ci/allow_together.h"
#include "console/ci/ci_formats.h"

namespace guard::console {
namespace {

constexpr std::size_t kShownRefusals = 20;
constexpr std::size_t kMostAnnotations = 10;
constexpr std::size_t kLongestText = 160;

std::string headline(const CiReport& report) {
  std::string text = "guard: " + report.outcome + ", status " + std::to_string(report.status);
  if (report.command_status != report.status)
    text += " (the command's own: " + std::to_string(report.command_status) + ")";
  return text + ": " + count_text(report.commands, "command", "commands") + ", " +
         count_text(report.records, "act", "acts") + " on record, " + refused_text(report);
}

std::string refusal_lines(const CiRefusal& refusal) {
  std::string text = refusal.skipped ? "  skipped  " : "  refused  ";
  text += shortened(refusal.what, kLongestText);
  if (refusal.count > 1) text += "  (" + std::to_string(refusal.count) + " times)";
  text += "\n           tier " + std::to_string(refusal.tier);
  if (!refusal.category.empty()) text += ", " + refusal.category;
  const std::string rule = "rule " + rule_name(refusal);
  const std::string reason = shortened(refusal.reason, kLongestText);
  // A refusal by a rule of a policy gives the rule as the reason already.
  const bool says_rule = reason.starts_with(rule + ":");
  text += ", " + (says_rule ? "" : rule + (reason.empty() ? "" : ": ")) + reason + "\n";
  // A line to be copied is never cut.
  if (!refusal.to_allow.empty()) text += "           to allow: " + refusal.to_allow + "\n";
  return text;
}

std::string discard_lines(const CiReport& report) {
  if (!report.discard) return "";
  std::string text = "guard: " + discard_text(report) + "\n";
  for (std::size_t i = 0; i < report.discard->whys.size() && i < kShownRefusals; ++i)
    text += "  " + shortened(report.discard->whys[i], kLongestText) + "\n";
  return text;
}

std::string where_lines_go(const CiReport& report) {
  const auto lines = policy_lines(report.refusals);
  if (lines.empty()) return "";
  std::string text =
      "guard: lines to allow go into the file of --policy, or the user's or the machine's "
      "policy: a project's .guard.yaml cannot allow, unless guard policy trust has its content\n";
  if (lines.size() > kMostLinesTogether)
    return text + "guard: --learn FILE writes all " + std::to_string(lines.size()) +
           " of them as one file" +
           (report.more_refusals > 0
                ? "; " + std::to_string(report.more_refusals) + " more refusals have none yet"
                : "") +
           "\n";
  if (lines.size() > 1) text += "guard: all of them as one file:\n" + allow_together(lines);
  return text;
}

// Escapes what would end a workflow command, or one of its properties.
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

// GitHub shows the lines of a step's log to few: one that says that the work is gone.
std::string discard_annotation(const CiReport& report) {
  if (!report.discard) return "";
  const bool whole = report.discard->why_not.empty() && report.discard->whys.empty();
  return std::string(whole ? "::notice " : "::warning ") +
         "title=guard%3A discarded::" + escaped(discard_text(report), "") + "\n";
}

std::string annotation(const CiRefusal& refusal, const CiReport& report) {
  constexpr std::string_view kOfProperties = ":,";
  std::string line = !fails_run(refusal, report) ? "::notice "
                     : refusal.asks              ? "::warning "
                                                 : "::error ";
  if (!refusal.file.empty()) line += "file=" + escaped(refusal.file, kOfProperties) + ",";
  line += "title=" + escaped("guard: " + rule_name(refusal), kOfProperties) + "::";
  std::string text = refusal.what + ": " + refusal.reason;
  if (!refusal.to_allow.empty()) text += "\nto allow: " + refusal.to_allow;
  return line + escaped(text, "") + "\n";
}

}  // namespace

std::string refused_text(const CiReport& report) {
  const std::uint64_t all = report.denied + report.asks;
  const std::string skipped =
      report.skipped == 0
          ? ""
          : ", " + count_text(report.skipped, "read of a secret", "reads of secrets") + " skipped" +
                (report.skips_fail ? ", which fails the run" : "");
  const std::string unasked =
      report.unasked == 0
          ? ""
          : ", " + count_text(report.unasked, "question", "questions") + " let through unasked";
  std::string text = report.lacks_records ? "no refusal on record" : "nothing refused";
  if (all != 0)
    text = std::to_string(all) + " refused: " + std::to_string(report.denied) + " by rule, " +
           std::to_string(report.asks) + " that a person could approve";
  return text + skipped + unasked +
         (report.lacks_records ? "; not all is on record: acts and refusals are missing here"
                               : "") +
         (report.goes_on
              ? "; processes still ran when this was written: guard audit list --session " +
                    safe_text(report.name) + " has what they did later"
              : "");
}

std::string ci_summary(const CiReport& report) {
  std::string text = headline(report) + "\n" + discard_lines(report);
  for (std::size_t i = 0; i < report.refusals.size() && i < kShownRefusals; ++i)
    text += refusal_lines(report.refusals[i]);
  const std::uint64_t all = report.refusals.size() + report.more_refusals;
  if (all > kShownRefusals) text += "  and " + std::to_string(all - kShownRefusals) + " more\n";
  text += where_lines_go(report);
  if (!report.refusals.empty())
    text += "guard: all of it: guard audit report " + safe_text(report.name) + "\n";
  return text;
}

std::string github_annotations(const CiReport& report) {
  std::string text;
  std::size_t shown[3] = {0, 0, 0};
  for (const CiRefusal& refusal : report.refusals)
    if (shown[!fails_run(refusal, report) ? 2 : refusal.asks ? 1 : 0]++ < kMostAnnotations)
      text += annotation(refusal, report);
  return text + discard_annotation(report);
}

}  // namespace guard::console
