// SPDX-License-Identifier: Apache-2.0
// guard policy show|schema: what a policy file may say, and what holds here and now.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include "base/text/text.h"
#include "console/commands/commands.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/help/policy_page.h"
#include "console/help/subcommands.h"
#include "console/options/chosen_mode.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "console/places/locations.h"
#include "console/policy/policy_files.h"
#include "console/policy/policy_view.h"
#include "console/policy/profile_text.h"
#include "policy/load/schema.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

constexpr int kDefect = 1;  // a policy does not load

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

int show_profile(const policy::Policy& policy, const std::string& name) {
  const auto found = std::ranges::find(policy.profiles, name, &policy::Profile::name);
  if (found == policy.profiles.end()) {
    std::vector<std::string> names;
    for (const auto& profile : policy.profiles) names.push_back(profile.name);
    return complain(kDefect, "no profile " + safe_text(name) + suggestion("", name, names));
  }
  std::cout << profile_text(*found);
  return policy_written();
}

int show(const Words& words) {
  static constexpr OptionRow kPolicyRows[] = {
      {"json", 0, nullptr, "print JSON"},
      {"policy", 0, "FILE", "as if guard run had this option"},
      {"profile", 0, "NAME", "an agent's profile, to be copied"}};
  static const OptionTable kTable = {"policy show",
                                     "what holds here: files, mode, rules",
                                     "",
                                     kPolicyRows,
                                     0,
                                     0,
                                     false,
                                     "guard policy show --json\n"
                                     "         guard policy show --profile qwen"};
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  auto loaded = load_here(options->get("policy"));
  if (!loaded) return complain(kDefect, loaded.error().text());
  if (options->has("profile")) return show_profile(*loaded, options->get("profile"));
  if (auto chosen = choose_mode(*loaded, environment("GUARD_MODE")); !chosen)
    return complain(kDefect, "GUARD_MODE: " + chosen.error().text());
  if (auto chosen = choose_safe_mode(*loaded); !chosen)
    return complain(kDefect, chosen.error().text());
  std::cout << (options->has("json") ? printed_json(policy_json(*loaded), 2) + "\n"
                                     : policy_text(*loaded));
  return policy_written();
}

int schema(const Words& words) {
  static const OptionTable kTable = {
      "policy schema", "a JSON Schema of policy files, for editors",   "", {}, 0, 0,
      false,           "guard policy schema >guard-policy.schema.json"};
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  std::cout << policy::json_schema();
  return policy_written();
}

// Nothing inside a session may write what it is judged by.
constexpr const char* kOwnFile = "your policy is";

constexpr Subcommand kSubcommands[] = {
    {"init", "begin a policy file of your own", policy_init, kOwnFile},
    {"edit", "open your policy file in your editor, and check it", policy_edit, kOwnFile},
    {"list", "which files, modes and profiles there are", policy_list},
    {"show", "what holds here", show},
    {"validate", "whether policy files load", policy_validate},
    {"explain", "why a command would run, ask or be refused, step by step", policy_explain},
    {"test", "judge the examples of rules and specs", policy_test},
    {"trust", "let a project's file loosen, as long as it stays as it is", policy_trust,
     "trusting is"},
    {"diff", "what another policy would change, and which way", policy_diff},
    {"grants", "what answers allow from now on: list, take back", policy_grants, "the grants are"},
    {"status", "which policy of this machine's source holds", policy_status},
    {"fetch", "get a newer policy from this machine's source, as root", policy_fetch,
     "the machine's policy is"},
    {"keygen", "make a key that signs policies", policy_keygen, "keys that sign policies are"},
    {"sign", "sign a policy file for other machines", policy_sign, "signing policies is"},
    {"publish", "number, sign and put a policy where machines get it", policy_publish,
     "publishing policies is"},
    {"schema", "a JSON Schema of policy files", schema},
};
constexpr Alias kAliases[] = {{"ls", "list"}, {"check", "validate"}, {"lint", "validate"}};

}  // namespace

int policy_command(const Words& words) {
  if (words == Words{kPrintFileManual}) {  // asked by the build
    std::cout << policy_page();
    return policy_written();
  }
  return dispatch({"guard policy", "what a policy file may say, and what holds", kSubcommands,
                   "guard policy explain -- git push --force\n"
                   "         guard policy validate ~/.config/guard/policy.yaml",
                   kAliases},
                  words);
}

}  // namespace guard::console
