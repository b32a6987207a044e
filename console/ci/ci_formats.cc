// SPDX-License-Identifier: Apache-2.0
#include "console/ci/ci_formats.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>

#include "base/clock.h"
#include "base/text/markup.h"
#include "base/text/text.h"
#include "console/ci/allow_together.h"
#include "console/output/printed_json.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::array<CiFormat, 5> kFormats = {{{"json", ".json", ci_json},
                                               {"junit", ".xml", ci_junit},
                                               {"sarif", ".sarif", ci_sarif},
                                               {"md", ".md", ci_markdown},
                                               {"policy", ".yaml", ci_policy}}};

// With the blanks that make it readable; whatever bytes the texts hold, it is valid.
std::string printed_form(const Json& json) {
  return printed_json(json, 2) + "\n";
}

Json json_of(const CiRefusal& refusal) {
  return {{"asks", refusal.asks},
          {"skipped", refusal.skipped},
          {"tier", refusal.tier},
          {"what", refusal.what},
          {"category", refusal.category},
          {"rule", refusal.rule},
          {"reason", refusal.reason},
          {"cwd", refusal.cwd},
          {"path", refusal.paths.empty() ? "" : refusal.paths.front()},
          {"paths", refusal.paths},
          {"file", refusal.file},
          {"to_allow", refusal.to_allow},
          {"first", refusal.time},
          {"duration_ms", refusal.duration_ms},
          {"count", refusal.count}};
}

Json json_of(const CiUnasked& act) {
  return {{"tier", act.tier},        {"what", act.what},     {"category", act.category},
          {"rule", act.rule},        {"reason", act.reason}, {"count", act.count},
          {"to_allow", act.to_allow}};
}

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + escaped_markup(value) + "\"";
}

std::string seconds_of(std::int64_t milliseconds) {
  const std::int64_t length = std::max<std::int64_t>(milliseconds, 0);
  const std::string rest = std::to_string(length % 1000);
  return std::to_string(length / 1000) + "." + std::string(3 - rest.size(), '0') + rest;
}

std::string junit_case(const CiRefusal& refusal, const std::string& name, const CiReport& report) {
  const std::string group = refusal.category.empty() ? "guard" : refusal.category;
  std::string text = "  <testcase" + attribute("classname", "guard." + group) +
                     attribute("name", name) + attribute("time", seconds_of(refusal.duration_ms)) +
                     ">\n";
  if (!fails_run(refusal, report))
    return text + "    <skipped" + attribute("message", refusal.reason) + "/>\n  </testcase>\n";
  text += "    <failure" + attribute("type", rule_name(refusal)) +
          attribute("message", refusal.reason) + ">";
  std::string details =
      "tier " + std::to_string(refusal.tier) + ", " + count_text(refusal.count, "time", "times");
  if (!refusal.cwd.empty()) details += ", in " + refusal.cwd;
  if (!refusal.to_allow.empty()) details += "\nto allow: " + refusal.to_allow;
  return text + escaped_markup(details) + "</failure>\n  </testcase>\n";
}

std::string discard_property(const CiReport& report) {
  if (!report.discard) return "";
  return "    <property" + attribute("name", "discarded") +
         attribute("value", discard_text(report)) + "/>\n";
}

// Readers show the suite's output, and few show its properties.
std::string discard_output(const CiReport& report) {
  if (!report.discard) return "";
  std::string text = discard_text(report) + "\n";
  for (const std::string& why : report.discard->whys) text += why + "\n";
  return "  <system-out>" + escaped_markup(text) + "</system-out>\n";
}

// Readers keep a history by name: what was refused for two reasons is two cases.
std::vector<std::string> case_names(const CiReport& report) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const CiRefusal& refusal : report.refusals) {
    const std::string group = refusal.category + "\n";
    std::string name = refusal.what;
    if (!taken.insert(group + name).second) name += " (" + rule_name(refusal) + ")";
    const std::string with_rule = name;
    for (int i = 2; name != refusal.what && !taken.insert(group + name).second; ++i)
      name = with_rule + " " + std::to_string(i);
    names.push_back(name);
  }
  return names;
}

// A cell of a Markdown table.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\|`*_<>[]&#").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string discard_paragraph(const CiReport& report) {
  if (!report.discard) return "";
  std::string text = "\n\n" + cell(discard_text(report));
  for (const std::string& why : report.discard->whys) text += "\n- " + cell(why);
  return text;
}

// Nothing in it is read as a mark. The backticks around are more than stand together inside, and a
// blank keeps them apart from one at an end.
std::string code(const std::string& text) {
  if (text.empty()) return "";
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const bool blank_ends = text.front() == ' ' && text.back() == ' ';
  const bool touches = text.front() == '`' || text.back() == '`' || blank_ends;
  const char* const blank = touches ? " " : "";
  return fence + blank + text + blank + fence;
}

// The same in a cell of a table. GitHub ends a cell at a bar even in code, but for "\|", of which
// it shows the bar alone; any other backslash of code is shown as it is.
std::string code_cell(const std::string& text) {
  std::string out;
  for (const char c : code(text)) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

// A block of code that nothing in it can end.
std::string indented(const std::string& lines) {
  std::string text;
  bool begins = true;
  for (const char c : lines) {
    if (begins) text += "    ";
    text += c;
    begins = c == '\n';
  }
  return text;
}

std::string unasked_table(const CiReport& report) {
  if (report.let_through.empty()) return "";
  std::string text =
      "\n| let through unasked | tier | rule | why | times | to allow "
      "|\n|---|---|---|---|---|---|\n";
  for (const CiUnasked& act : report.let_through)
    text += "| " + code_cell(act.what) + " | " + std::to_string(act.tier) + " | " + cell(act.rule) +
            " | " + cell(act.reason) + " | " + std::to_string(act.count) + " | " +
            code_cell(act.to_allow) + " |\n";
  return text;
}

}  // namespace

const CiFormat* ci_format_named(std::string_view name) {
  for (const CiFormat& format : kFormats)
    if (name == format.name) return &format;
  return nullptr;
}

const CiFormat* ci_format_of_file(std::string_view path) {
  std::string small(path);
  std::ranges::transform(small, small.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (small.ends_with(".yml")) small.replace(small.size() - 4, 4, ".yaml");
  for (const CiFormat& format : kFormats)
    if (small.ends_with(format.ending)) return &format;
  return nullptr;
}

std::string ci_format_names() {
  std::string names;
  for (const CiFormat& format : kFormats)
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

nlohmann::json discard_json(const CiReport& report) {
  if (!report.discard) return nullptr;
  const CiDiscard& discard = *report.discard;
  return {{"text", discard_text(report)},   {"done", discard.why_not.empty()},
          {"undo", discard.undo},           {"given_back", discard.given_back},
          {"not_given_back", discard.left}, {"why", discard.whys}};
}

std::string ci_json(const CiReport& report) {
  Json refusals = Json::array();
  for (const CiRefusal& refusal : report.refusals) refusals.push_back(json_of(refusal));
  Json unasked = Json::array();
  for (const CiUnasked& act : report.let_through) unasked.push_back(json_of(act));
  return printed_form({{"version", 1},
                       {"session", report.session},
                       {"name", report.name},
                       {"command", report.command},
                       {"level", report.level},
                       {"first", report.first},
                       {"last", report.last},
                       {"status", report.status},
                       {"command_status", report.command_status},
                       {"outcome", report.outcome},
                       {"skips_fail", report.skips_fail},
                       {"discarded", discard_json(report)},
                       {"duration_ms", report.duration_ms},
                       {"complete", !report.lacks_records && !report.goes_on},
                       {"still_running", report.goes_on},
                       {"counts",
                        {{"records", report.records},
                         {"commands", report.commands},
                         {"saved", report.saved},
                         {"asks", report.asks},
                         {"denied", report.denied},
                         {"skipped", report.skipped},
                         {"unasked", report.unasked},
                         {"allowed_by_tier", report.tiers}}},
                       {"refusals", std::move(refusals)},
                       {"more_refusals", report.more_refusals},
                       {"unasked", std::move(unasked)}});
}

std::string ci_junit(const CiReport& report) {
  const std::string tests = std::to_string(report.refusals.size() + 1);
  const bool command_failed = report.outcome == "failed";
  const auto skipped = static_cast<std::size_t>(std::ranges::count_if(
      report.refusals, [&](const CiRefusal& refusal) { return !fails_run(refusal, report); }));
  const std::string failures =
      std::to_string(report.refusals.size() - skipped + (command_failed ? 1 : 0));
  const std::string time = attribute("time", seconds_of(report.duration_ms));
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n <testsuite";
  text += attribute("name", "guard") + attribute("tests", tests) + attribute("failures", failures) +
          attribute("errors", "0") + attribute("skipped", std::to_string(skipped)) +
          attribute("timestamp", report.first.substr(0, 19)) + time +
          ">\n  <properties>\n    <property" + attribute("name", "session") +
          attribute("value", report.session) + "/>\n    <property" +
          attribute("name", "still_running") +
          attribute("value", report.goes_on ? "true" : "false") + "/>\n    <property" +
          attribute("name", "more_refusals") +
          attribute("value", std::to_string(report.more_refusals)) + "/>\n" +
          discard_property(report) + "  </properties>\n";
  text += "  <testcase" + attribute("classname", "guard") + attribute("name", report.command) +
          time + ">";
  if (command_failed)
    text += "<failure" + attribute("type", "status") +
            attribute("message", "ended with status " + std::to_string(report.status)) + "/>";
  text += "</testcase>\n";
  const std::vector<std::string> names = case_names(report);
  for (std::size_t i = 0; i < names.size(); ++i)
    text += junit_case(report.refusals[i], names[i], report);
  return text + discard_output(report) + " </testsuite>\n</testsuites>\n";
}

std::string ci_markdown(const CiReport& report) {
  std::string text = "## guard: " + report.outcome + "\n\n" + code(report.command) + ": status " +
                     std::to_string(report.status);
  if (report.command_status != report.status)
    text += " (the command's own: " + std::to_string(report.command_status) + ")";
  text += ", " + seconds_of(report.duration_ms) + " s; " +
          count_text(report.records, "act", "acts") + " on record, " + refused_text(report) + "." +
          discard_paragraph(report) + "\n\nSession " + cell(report.session) +
          ": `guard audit report " + report.name + "`\n";
  text += unasked_table(report);
  if (report.refusals.empty()) return text;
  text += "\n| refused | tier | rule | why | times | to allow |\n|---|---|---|---|---|---|\n";
  for (const CiRefusal& refusal : report.refusals)
    text += std::string("| ") + (refusal.skipped ? "skipped: " : "") + code_cell(refusal.what) +
            " | " + std::to_string(refusal.tier) + " | " + cell(rule_name(refusal)) + " | " +
            cell(refusal.reason) + " | " + std::to_string(refusal.count) + " | " +
            code_cell(refusal.to_allow) + " |\n";
  if (report.more_refusals > 0)
    text += "\nand " + std::to_string(report.more_refusals) +
            " more, which differ: `guard audit report " + report.name + "`\n";
  const auto lines = policy_lines(report.refusals);
  if (lines.size() > kMostLinesTogether)
    return text + "\n`--learn FILE` writes all " + std::to_string(lines.size()) +
           " lines to allow as one policy file.\n";
  if (!lines.empty())
    text += "\nAll lines to allow as one policy file:\n\n" + indented(allow_together(lines));
  return text;
}

}  // namespace guard::console
