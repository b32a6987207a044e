// SPDX-License-Identifier: Apache-2.0
// guard policy test: the examples of rules and specs, each judged. Loading a file checks them too;
// here they are counted, and the built-in packs' are checked as well.
#include <algorithm>
#include <iostream>
#include <vector>

#include "base/text/text.h"
#include "console/check/local_checks.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "policy/load/examples.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

constexpr int kDefect = 1;

constexpr OptionTable kTestTable = {
    "policy test",
    "judge the examples (match, no_match) of rules and specs; without FILE those of what holds "
    "here",
    "[FILE...]",
    {},
    0,
    kAnyNumber,
    false,
    "guard policy test .guard.yaml",
    "exit status: 0 all hold, 1 one does not, or the policy does not load"};

std::size_t count_examples(const policy::Policy& policy) {
  std::size_t count = 0;
  for (const auto& rule : policy.rules) count += rule.match.size() + rule.no_match.size();
  for (const auto& spec : policy.commands)
    for (const auto& row : spec.rules) count += row.match.size() + row.no_match.size();
  return count;
}

// A policy is loaded without the examples of the built-in packs.
int test_policy(const std::string& shown, const PolicyRequest& request) {
  const auto loaded = load_policy_files(request);
  if (!loaded) return complain(kDefect, loaded.error().text());
  const std::size_t own = count_examples(*loaded);
  std::cout << safe_text(shown) << ": " << count_text(own, "example holds", "examples hold")
            << '\n';
  return 0;
}

}  // namespace

int policy_test(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kTestTable, words);
  if (!options) return options.error();
  const auto built_in = policy::load_policy({}, policy::Examples::kRead);
  if (!built_in) return complain(kDefect, built_in.error().text());
  if (const auto checked = policy::check_examples(*built_in); !checked)
    return complain(kDefect, checked.error().text());
  const std::size_t count = count_examples(*built_in);
  std::cout << "built in: " << count_text(count, "example holds", "examples hold") << '\n';
  const auto cwd = working_folder(*options);
  if (!cwd) return complain(kDefect, cwd.error().text());
  int status = 0;
  for (const auto& file : options->operands()) {
    PolicyRequest request;
    request.policy_option = file;
    request.system_file = "";
    status = std::max(status, test_policy(file, request));
  }
  if (options->operands().empty()) {
    const auto request = policy_request_at(*cwd, "");
    status = request ? test_policy("what holds here", *request)
                     : complain(kDefect, request.error().text());
  }
  std::cout.flush();
  return std::cout.good() ? status : complain(kDefect, "standard output could not be written");
}

}  // namespace guard::console
