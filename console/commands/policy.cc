// SPDX-License-Identifier: Apache-2.0
// guard policy validate|show|schema: what a policy file may say, whether one is sound, and what
// holds here and now.
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include "base/text.h"
#include "console/commands/commands.h"
#include "console/locations.h"
#include "console/option_parser.h"
#include "console/policy_files.h"
#include "console/policy_view.h"
#include "policy/schema.h"
#include "policy/yaml_loader.h"

namespace guard::console {
namespace {

constexpr int kDefect = 1;  // a policy does not load
constexpr int kUsage = 2;

int complain(const std::string& text) {
  std::cerr << "guard: " << safe_text(text) << "\n";
  return kDefect;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Result<PolicyRequest> request_for(const std::string& policy_option) {
  auto locations = find_locations("");
  if (!locations) return forward(locations.error());
  PolicyRequest request;
  request.policy_option = policy_option.empty() ? environment("GUARD_POLICY") : policy_option;
  request.config_folder = locations->config;
  char* here = ::getcwd(nullptr, 0);
  if (here == nullptr) return fail_errno("current folder");
  request.start_folder = here;
  std::free(here);
  return request;
}

Result<policy::Policy> load_here(const std::string& policy_option) {
  const auto request = request_for(policy_option);
  if (!request) return forward(request.error());
  return load_policy_files(*request);
}

// Sound by itself: laid over the built-in packs only.
int validate_file(const std::string& path) {
  PolicyRequest request;
  request.policy_option = path;
  request.system_file = "";
  const auto loaded = load_policy_files(request);
  if (!loaded) return complain(loaded.error().text());
  std::cout << safe_text(path) << ": sound\n";
  return 0;
}

int validate(const Words& words) {
  static const OptionTable kTable = {"policy validate",
                                     "whether policy files load; without FILE those that hold here",
                                     "[FILE...]",
                                     {},
                                     0,
                                     kAnyNumber,
                                     false,
                                     "guard policy validate .guard.yaml"};
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  if (options->operands().empty()) {
    const auto loaded = load_here("");
    if (!loaded) return complain(loaded.error().text());
    std::cout << files_text(*loaded);
    return 0;
  }
  int status = 0;
  for (const auto& path : options->operands()) status = std::max(status, validate_file(path));
  return status;
}

int show(const Words& words) {
  static constexpr OptionRow kRows[] = {{"json", 0, nullptr, "print JSON"},
                                        {"policy", 0, "FILE", "as if guard run had this option"}};
  static const OptionTable kTable = {"policy show",
                                     "what holds here: files, mode, rules",
                                     "",
                                     kRows,
                                     0,
                                     0,
                                     false,
                                     "guard policy show --json"};
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  const auto loaded = load_here(options->get("policy"));
  if (!loaded) return complain(loaded.error().text());
  std::cout << (options->has("json") ? policy_json(*loaded).dump(2) + "\n" : policy_text(*loaded));
  return 0;
}

int schema(const Words& words) {
  static const OptionTable kTable = {
      "policy schema", "a JSON Schema of policy files, for editors",   "", {}, 0, 0,
      false,           "guard policy schema >guard-policy.schema.json"};
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  std::cout << policy::json_schema();
  return 0;
}

struct Row {
  const char* name;
  const char* summary;
  int (*run)(const Words&);
};
constexpr Row kRows[] = {
    {"validate", "whether policy files load", validate},
    {"show", "what holds here", show},
    {"schema", "a JSON Schema of policy files", schema},
};

void print_help(std::ostream& out) {
  out << "Usage: guard policy SUBCOMMAND [OPTION...]\n\n";
  for (const auto& row : kRows) {
    out << "  " << row.name << std::string(12 - std::string_view(row.name).size(), ' ')
        << row.summary << "\n";
  }
}

}  // namespace

int policy_command(const Words& words) {
  if (words.empty()) {
    print_help(std::cerr);
    return kUsage;
  }
  if (words[0] == "--help" || words[0] == "-h") {
    print_help(std::cout);
    return 0;
  }
  std::vector<std::string> names;
  for (const auto& row : kRows) {
    if (words[0] == row.name) return row.run({words.begin() + 1, words.end()});
    names.emplace_back(row.name);
  }
  std::cerr << "guard: policy: no subcommand " << safe_text(words[0])
            << suggestion("", words[0], names) << "\n";
  return kUsage;
}

}  // namespace guard::console
