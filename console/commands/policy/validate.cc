// SPDX-License-Identifier: Apache-2.0
// guard policy validate: whether files load, and what of them may not be what their author means.
#include <grp.h>
#include <pwd.h>

#include <algorithm>
#include <cctype>
#include <iostream>

#include "base/text/text.h"
#include "console/check/local_checks.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/places/locations.h"
#include "console/places/workspace.h"
#include "console/policy/policy_view.h"
#include "policy/load/rules_hold.h"

namespace guard::console {
namespace {

constexpr int kDefect = 1;

// Doubts about a policy that loads: its author may have meant something else.
std::string doubts_text(const policy::Policy& policy) {
  std::string text;
  for (const auto& doubt : policy::doubts_about(policy))
    text += "warning: " + safe_text(doubt) + "\n";
  return text;
}

// The folders that the policy names, as a run that starts here finds them.
Result<Workspace> workspace_of(const policy::Policy& policy, const std::string& here) {
  return find_workspace(policy.workspace, here, home_folder());
}

// The file may be meant for another folder or another machine.
std::string missing_workspace_text(const policy::Policy& policy) {
  if (policy.workspace.empty()) return "";
  const auto here = working_folder({});
  if (!here) return "";
  const auto workspace = workspace_of(policy, *here);
  return workspace ? "" : "warning: from here " + workspace.error().text() + "\n";
}

// Names of people that no account here has: a run says it, and they cannot answer.
std::string unknown_approvers_text(const policy::Policy& policy) {
  std::string text;
  for (const std::string& name : policy.approvers) {
    const bool is_number = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
      return std::isdigit(c) != 0;
    });
    const bool is_group = name.starts_with('%');
    const bool known = is_number || (is_group ? ::getgrnam(name.c_str() + 1) != nullptr
                                              : ::getpwnam(name.c_str()) != nullptr);
    if (!known)
      text += "warning: approver " + safe_text(name) +
              (is_group ? ": no such group here" : ": no such user here") + "\n";
  }
  return text;
}

int validate_here() {
  const auto here = working_folder({});
  if (!here) return complain(kDefect, here.error().text());
  const auto request = policy_request_at(*here, option_or_variable({}, "policy", "GUARD_POLICY"));
  if (!request) return complain(kDefect, request.error().text());
  const auto loaded = load_policy_files(*request);
  if (!loaded) return complain(kDefect, loaded.error().text());
  std::cout << files_text(*loaded) << doubts_text(*loaded) << unknown_approvers_text(*loaded);
  if (const auto workspace = workspace_of(*loaded, *here); !workspace)
    return complain(kDefect, workspace.error().text() + ": a run that starts here would not start");
  std::cout << "sound: this is what holds here\n";
  return policy_written();
}

}  // namespace

int policy_written() {
  std::cout.flush();
  return std::cout.good() ? 0 : complain(kDefect, "standard output could not be written");
}

// Sound by itself: laid over the built-in packs only.
int validate_policy_file(const std::string& path) {
  PolicyRequest request;
  request.policy_option = path;
  request.system_file = "";
  const auto loaded = load_policy_files(request);
  if (!loaded) return complain(kDefect, loaded.error().text());
  std::cout << doubts_text(*loaded) << unknown_approvers_text(*loaded)
            << missing_workspace_text(*loaded) << safe_text(path) << ": sound\n";
  return 0;
}

int policy_validate(const std::vector<std::string>& words) {
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
  if (options->operands().empty()) return validate_here();
  int status = 0;
  for (const auto& path : options->operands())
    status = std::max(status, validate_policy_file(path));
  return std::max(status, policy_written());
}

}  // namespace guard::console
