// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 as code scanning reads it: a rule's texts are the same in every run, a result has a
// fingerprint that finds it again in the next run, and each has a place.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/text/text.h"
#include "console/ci/ci_formats.h"
#include "console/output/printed_json.h"
#include "supervisor/audit/record/digest.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

// Code scanning rejects an upload in which a result has no file. This one is where the project says
// what guard refuses, whether it has one yet or not.
constexpr std::string_view kProjectPolicy = ".guard.yaml";

// By tier. Above 9.0 code scanning calls critical, from 7.0 high, from 4.0 medium.
constexpr std::array<const char*, 4> kSeverities = {"1.0", "3.0", "5.5", "8.0"};

// A path as a relative reference of RFC 3986.
std::string uri_of(std::string_view path) {
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

std::string sentence(std::string text) {
  if (text.empty()) return text;
  if (text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  if (text.back() != '.') text += '.';
  return text;
}

std::string says_and_instead(const RuleText& text) {
  return sentence(text.says) + (text.instead.empty() ? "" : " Instead: " + sentence(text.instead));
}

std::string help_of(const std::string& id, const RuleText& text) {
  return says_and_instead(text) + " It is a rule of " + text.source + ", of tier " +
         (text.tiers.empty() ? std::to_string(text.tier) : text.tiers) +
         ". `guard policy explain --rule " + id + "` says more.";
}

Json sarif_rule(const std::string& id, const RuleText& text, const std::string& category) {
  const std::string help = help_of(id, text);
  Json tags = Json::array({"security"});
  if (!category.empty()) tags.push_back(category);
  const auto tier = static_cast<std::size_t>(std::clamp(text.tier, 0, 3));
  Json properties = {{"tags", std::move(tags)}, {"security-severity", kSeverities.at(tier)}};
  Json rule = {{"id", id},
               {"name", id},
               {"shortDescription", {{"text", sentence(text.says)}}},
               {"fullDescription", {{"text", says_and_instead(text)}}},
               {"help", {{"text", help}, {"markdown", help}}},
               {"properties", std::move(properties)}};
  if (!std::string_view(GUARD_HOMEPAGE).empty())
    rule["helpUri"] = std::string(GUARD_HOMEPAGE) + "/docs/policy.md#guards-own-rules";
  return rule;
}

std::size_t rule_index(Json& rules, const CiRefusal& refusal, const CiReport& report) {
  const std::string id = rule_name(refusal);
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (rules[i]["id"] == id) return i;
  const auto text = report.rules.find(id);
  rules.push_back(
      sarif_rule(id, text == report.rules.end() ? RuleText{} : text->second, refusal.category));
  return rules.size() - 1;
}

// The file that it is about; else the script that did it, where the project has it; else the
// project's policy.
Json place_of(const CiRefusal& refusal, const CiReport& report) {
  std::string_view file = refusal.file.empty() ? report.script : refusal.file;
  if (file.empty()) file = kProjectPolicy;
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", uri_of(file)}}}, {"region", {{"startLine", 1}}}}},
          {"logicalLocations", Json::array({{{"name", refusal.what}, {"kind", "act"}}})}};
}

// The same wherever the project is checked out.
std::string fingerprint(const CiRefusal& refusal, const std::string& folder) {
  std::string what = refusal.what;
  const std::string prefix = folder + "/";
  while (!folder.empty() && what.find(prefix) != std::string::npos)
    what.erase(what.find(prefix), prefix.size());
  return supervisor::sha256_hex(rule_name(refusal) + "\n" + what);
}

Json sarif_result(const CiRefusal& refusal, std::size_t rule, const CiReport& report) {
  constexpr std::size_t kDigits = 16;
  const std::string digest = fingerprint(refusal, report.folder);
  std::string message = refusal.what + ": " + refusal.reason;
  if (!refusal.to_allow.empty()) message += "\nto allow: " + refusal.to_allow;
  Json properties = {{"tier", refusal.tier}, {"category", refusal.category}};
  if (!refusal.to_allow.empty()) properties["to_allow"] = refusal.to_allow;
  return {{"ruleId", rule_name(refusal)},
          {"ruleIndex", rule},
          {"level", !fails_run(refusal, report) ? "note"
                    : refusal.asks              ? "warning"
                                                : "error"},
          {"message", {{"text", message}}},
          {"occurrenceCount", refusal.count},
          // The one that code scanning compares has a name of its own.
          {"partialFingerprints",
           {{"guardRuleAndAct/v1", digest},
            {"primaryLocationLineHash", digest.substr(0, kDigits) + ":1"}}},
          {"properties", std::move(properties)},
          {"locations", Json::array({place_of(refusal, report)})}};
}

Json notifications(const CiReport& report) {
  if (!report.discard) return Json::array();
  std::string text = discard_text(report);
  for (const std::string& why : report.discard->whys) text += "\n" + why;
  const bool whole = report.discard->why_not.empty() && report.discard->whys.empty();
  return Json::array({{{"level", whole ? "note" : "warning"}, {"message", {{"text", text}}}}});
}

}  // namespace

std::string ci_sarif(const CiReport& report) {
  Json rules = Json::array();
  Json results = Json::array();
  for (const CiRefusal& refusal : report.refusals)
    results.push_back(sarif_result(refusal, rule_index(rules, refusal, report), report));
  Json driver = {{"name", "guard"},
                 {"version", GUARD_VERSION},
                 {"semanticVersion", GUARD_VERSION},
                 {"rules", std::move(rules)}};
  if (!std::string_view(GUARD_HOMEPAGE).empty()) driver["informationUri"] = GUARD_HOMEPAGE;
  const Json run = {{"tool", {{"driver", std::move(driver)}}},
                    {"automationDetails", {{"id", "guard/" + report.session}}},
                    {"invocations",
                     {{{"executionSuccessful", report.outcome == "passed"},
                       {"exitCode", report.command_status},
                       {"commandLine", report.command},
                       {"properties",
                        {{"guardStatus", report.status},
                         {"session", report.session},
                         {"moreRefusals", report.more_refusals},
                         {"stillRunning", report.goes_on},
                         {"discarded", discard_json(report)}}},
                       {"toolExecutionNotifications", notifications(report)}}}},
                    {"results", std::move(results)}};
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({run})}};
  return printed_json(log, 2) + "\n";
}

}  // namespace guard::console
