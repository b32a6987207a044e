// SPDX-License-Identifier: Apache-2.0
// guard policy list: which files hold here, or would, and what they can choose between.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/text/text.h"
#include "console/check/local_checks.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/chosen_mode.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "console/output/text_table.h"
#include "console/policy/policy_view.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

constexpr int kNotDone = 1;

constexpr OptionRow kListRows[] = {{"policy", 0, "FILE", "as if guard run had this option"},
                                   {"json", 0, nullptr, "print JSON"}};
constexpr OptionTable kListTable = {
    .command = "policy list",
    .summary = "which policy files hold here, and which modes and profiles there are",
    .operands = "",
    .rows = kListRows,
    .max_operands = 0,
    .example = "guard policy list --policy ci.yaml",
};

bool is_built_in(const std::string& file) {
  static const auto kPacks = policy::built_in_packs();
  return std::ranges::find(kPacks, file, &policy::PolicyFile::name) != kPacks.end();
}

std::string standing_of(const std::string& file, const policy::Policy& policy) {
  if (!file.ends_with("/.guard.yaml")) return "holds";
  const bool trusted = std::ranges::find(policy.trusted, file) != policy.trusted.end();
  return trusted ? "holds, and is trusted" : "holds where it tightens: guard policy trust";
}

// In the order in which they hold: a later one counts more.
// BY: what names a file in place of the user's.
std::vector<TableRow> file_rows(const policy::Policy& policy, const PolicyRequest& request,
                                const std::string& by) {
  const auto is_loaded = [&policy](const std::string& file) {
    return std::ranges::find(policy.files, file) != policy.files.end();
  };
  const std::string own = request.config_folder + "/policy.yaml";
  std::vector<TableRow> rows = {{{"built in"}, "holds"}};
  if (!is_loaded(request.system_file)) rows.push_back({{request.system_file}, "is not there"});
  if (!request.policy_option.empty())
    rows.push_back({{safe_text(own)}, "does not count: " + by + " is set"});
  else if (!is_loaded(own))
    rows.push_back({{safe_text(own)}, "is not there: guard policy init writes it"});
  for (const std::string& file : policy.files)
    if (!is_built_in(file)) rows.push_back({{safe_text(file)}, standing_of(file, policy)});
  return rows;
}

std::string modes_text(const policy::Policy& policy) {
  std::string text;
  for (const auto& [name, mode] : policy.modes)
    text +=
        (text.empty() ? "" : ", ") + mode_text(mode) + (name == policy.mode.name ? " (holds)" : "");
  return "modes     " + text + "\n";
}

std::string profiles_text(const policy::Policy& policy) {
  std::string text;
  for (const auto& profile : policy.profiles)
    text += (text.empty() ? "" : ", ") + safe_text(profile.name);
  return "profiles  " + text + "\n";
}

std::string list_json(const std::vector<TableRow>& files, const policy::Policy& policy) {
  nlohmann::ordered_json told = {{"files", nlohmann::ordered_json::array()},
                                 {"mode", policy.mode.name}};
  for (const TableRow& row : files)
    told["files"].push_back({{"file", row.cells.front()}, {"standing", row.last}});
  for (const auto& [name, mode] : policy.modes) told["modes"].push_back(name);
  for (const auto& profile : policy.profiles) told["profiles"].push_back(profile.name);
  return printed_json(told, 2) + "\n";
}

Result<PolicyRequest> request_here(const ParsedOptions& options) {
  const auto here = working_folder({});
  if (!here) return forward(here.error());
  return policy_request_at(*here, option_or_variable(options, "policy", "GUARD_POLICY"));
}

}  // namespace

int policy_list(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kListTable, words);
  if (!options) return options.error();
  const auto request = request_here(*options);
  if (!request) return complain(kNotDone, request.error().text());
  auto policy = load_policy_files(*request);
  if (!policy) return complain(kNotDone, policy.error().text());
  if (auto chosen = choose_mode(*policy, option_or_variable({}, "mode", "GUARD_MODE")); !chosen)
    return complain(kNotDone, "GUARD_MODE: " + chosen.error().text());
  const std::string by = options->has("policy") ? "--policy" : "GUARD_POLICY";
  const auto files = file_rows(*policy, *request, by);
  if (options->has("json")) {
    std::cout << list_json(files, *policy);
  } else {
    std::cout << table_text(files, screen_columns()) << modes_text(*policy)
              << profiles_text(*policy);
  }
  return policy_written();
}

}  // namespace guard::console
