// SPDX-License-Identifier: Apache-2.0
// guard policy test: the examples of rules and specs, each judged. Loading a file checks them too;
// here they are counted, and the built-in packs' are checked as well.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/text/text.h"
#include "console/check/local_checks.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "policy/load/examples.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

constexpr int kDefect = 1;

constexpr OptionRow kTestRows[] = {{"json", 0, nullptr, "print JSON"}};

constexpr OptionTable kTestTable = {
    "policy test",
    "judge the examples (match, no_match) of rules and specs; without FILE those of what holds "
    "here",
    "[FILE...]",
    kTestRows,
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

// Told one by one, or as JSON when all are there.
class Told {
 public:
  explicit Told(bool is_json) : is_json_(is_json) {}
  void add(const std::string& name, std::size_t holding) {
    if (is_json_)
      list_.push_back({{"file", name}, {"examples", holding}});
    else
      std::cout << safe_text(name) << ": " << count_text(holding, "example holds", "examples hold")
                << '\n';
  }
  void end() const {
    if (is_json_) std::cout << printed_json(list_, 2) << '\n';
  }

 private:
  bool is_json_;
  nlohmann::ordered_json list_ = nlohmann::ordered_json::array();
};

// A policy is loaded without the examples of the built-in packs.
int test_policy(const std::string& shown, const PolicyRequest& request, Told& told) {
  const auto loaded = load_policy_files(request);
  if (!loaded) return complain(kDefect, loaded.error().text());
  told.add(shown, count_examples(*loaded));
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
  Told told(options->has("json"));
  told.add("built in", count_examples(*built_in));
  const auto cwd = working_folder(*options);
  if (!cwd) return complain(kDefect, cwd.error().text());
  int status = 0;
  for (const auto& file : options->operands()) {
    PolicyRequest request;
    request.policy_option = file;
    request.system_file = "";
    status = std::max(status, test_policy(file, request, told));
  }
  if (options->operands().empty()) {
    const auto request = policy_request_at(*cwd, "");
    status = request ? test_policy("what holds here", *request, told)
                     : complain(kDefect, request.error().text());
  }
  told.end();
  std::cout.flush();
  return std::cout.good() ? status : complain(kDefect, "standard output could not be written");
}

}  // namespace guard::console
