// SPDX-License-Identifier: Apache-2.0
#include "console/ci/ci_formats.h"

#include <array>
#include <nlohmann/json.hpp>

#include "base/text/markup.h"
#include "base/text/text.h"
#include "console/output/printed_json.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::array<CiFormat, 4> kFormats = {{{"json", ".json", ci_json},
                                               {"junit", ".xml", ci_junit},
                                               {"sarif", ".sarif", ci_sarif},
                                               {"md", ".md", ci_markdown}}};

// With the blanks that make it readable; whatever bytes the texts hold, it is valid.
std::string text_of(const Json& json) {
  return printed_json(json, 2) + "\n";
}

Json json_of(const CiRefusal& refusal, const std::string& folder) {
  return {{"asks", refusal.asks},
          {"tier", refusal.tier},
          {"what", refusal.what},
          {"category", refusal.category},
          {"rule", refusal.rule},
          {"reason", refusal.reason},
          {"cwd", refusal.cwd},
          {"path", refusal.path},
          {"file", path_below(folder, refusal.path)},
          {"first", refusal.time},
          {"count", refusal.count}};
}

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + escaped_markup(value) + "\"";
}

std::string junit_case(const CiRefusal& refusal) {
  const std::string name = refusal.category.empty() ? "guard" : refusal.category;
  std::string text = "  <testcase" + attribute("classname", "guard." + name) +
                     attribute("name", refusal.what) + ">\n    <failure" +
                     attribute("type", rule_name(refusal)) + attribute("message", refusal.reason) +
                     ">";
  text += escaped_markup("tier " + std::to_string(refusal.tier) + ", " +
                         count_text(refusal.count, "time", "times") + ", in " + refusal.cwd);
  return text + "</failure>\n  </testcase>\n";
}

// A path as a relative reference of RFC 3986.
std::string uri_of(const std::string& path) {
  constexpr char kHex[] = "0123456789ABCDEF";
  constexpr std::string_view kPlain = "-_.~/";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || kPlain.find(c) != std::string_view::npos)
      out += c;
    else
      out += {'%', kHex[byte >> 4], kHex[byte & 0x0F]};
  }
  return out;
}

std::size_t rule_index(Json& rules, const CiRefusal& refusal) {
  const std::string id = rule_name(refusal);
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (rules[i]["id"] == id) return i;
  rules.push_back({{"id", id},
                   {"shortDescription", {{"text", refusal.reason.empty() ? id : refusal.reason}}},
                   {"properties", {{"tags", {refusal.category}}}}});
  return rules.size() - 1;
}

Json sarif_result(const CiRefusal& refusal, std::size_t rule, const std::string& folder) {
  Json result = {{"ruleId", rule_name(refusal)},
                 {"ruleIndex", rule},
                 {"level", refusal.asks ? "warning" : "error"},
                 {"message", {{"text", refusal.what + ": " + refusal.reason}}},
                 {"occurrenceCount", refusal.count},
                 {"properties", {{"tier", refusal.tier}, {"category", refusal.category}}}};
  const std::string file = path_below(folder, refusal.path);
  // Code scanning takes no result without a place; what has none stands for the whole folder.
  const std::string uri = file.empty() ? "." : uri_of(file);
  result["locations"] = {
      {{"physicalLocation",
        {{"artifactLocation", {{"uri", uri}}}, {"region", {{"startLine", 1}}}}}}};
  return result;
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

}  // namespace

const CiFormat* ci_format_named(std::string_view name) {
  for (const CiFormat& format : kFormats)
    if (name == format.name) return &format;
  return nullptr;
}

const CiFormat* ci_format_of_file(std::string_view path) {
  for (const CiFormat& format : kFormats)
    if (path.ends_with(format.ending)) return &format;
  return nullptr;
}

std::string ci_format_names() {
  std::string names;
  for (const CiFormat& format : kFormats)
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

std::string ci_json(const CiReport& report, const std::string& folder) {
  Json refusals = Json::array();
  for (const CiRefusal& refusal : report.refusals) refusals.push_back(json_of(refusal, folder));
  return text_of({{"version", 1},
                  {"session", report.session},
                  {"command", report.command},
                  {"level", report.level},
                  {"first", report.first},
                  {"last", report.last},
                  {"status", report.status},
                  {"outcome", report.outcome},
                  {"counts",
                   {{"records", report.records},
                    {"commands", report.commands},
                    {"saved", report.saved},
                    {"asks", report.asks},
                    {"denied", report.denied},
                    {"allowed_by_tier", report.tiers}}},
                  {"refusals", std::move(refusals)},
                  {"more_refusals", report.more_refusals}});
}

std::string ci_junit(const CiReport& report, const std::string&) {
  const std::string tests = std::to_string(report.refusals.size() + 1);
  const bool command_failed = report.outcome == "failed";
  const std::string failures = std::to_string(report.refusals.size() + (command_failed ? 1 : 0));
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n <testsuite";
  text += attribute("name", "guard") + attribute("tests", tests) + attribute("failures", failures) +
          attribute("errors", "0") + attribute("timestamp", report.first.substr(0, 19)) + ">\n";
  text += "  <testcase" + attribute("classname", "guard") + attribute("name", report.command) + ">";
  if (command_failed)
    text += "<failure" + attribute("type", "status") +
            attribute("message", "ended with status " + std::to_string(report.status)) + "/>";
  text += "</testcase>\n";
  for (const CiRefusal& refusal : report.refusals) text += junit_case(refusal);
  return text + " </testsuite>\n</testsuites>\n";
}

std::string ci_sarif(const CiReport& report, const std::string& folder) {
  Json rules = Json::array();
  Json results = Json::array();
  for (const CiRefusal& refusal : report.refusals)
    results.push_back(sarif_result(refusal, rule_index(rules, refusal), folder));
  const Json driver = {{"name", "guard"}, {"rules", std::move(rules)}};
  const Json run = {{"tool", {{"driver", driver}}},
                    {"invocations",
                     {{{"executionSuccessful", report.outcome == "passed"},
                       {"exitCode", report.status},
                       {"commandLine", report.command}}}},
                    {"results", std::move(results)}};
  return text_of({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                  {"version", "2.1.0"},
                  {"runs", {run}}});
}

std::string ci_markdown(const CiReport& report, const std::string&) {
  std::string text = "## guard: " + report.outcome + "\n\n" + cell(report.command) + ": status " +
                     std::to_string(report.status) + "; " +
                     count_text(report.records, "act", "acts") + " on record, " +
                     std::to_string(report.denied) + " refused by rule, " +
                     std::to_string(report.asks) + " would have been asked.\n";
  if (report.refusals.empty()) return text;
  text += "\n| refused | tier | rule | why | times |\n|---|---|---|---|---|\n";
  for (const CiRefusal& refusal : report.refusals)
    text += "| " + cell(refusal.what) + " | " + std::to_string(refusal.tier) + " | " +
            cell(rule_name(refusal)) + " | " + cell(refusal.reason) + " | " +
            std::to_string(refusal.count) + " |\n";
  return text;
}

}  // namespace guard::console
