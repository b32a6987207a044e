// SPDX-License-Identifier: Apache-2.0
// guard policy explain: the way to a decision, step by step, as the functions that enforce take it.
#include <iostream>

#include "base/text/text.h"
#include "console/check/local_checks.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "console/policy/explanation_view.h"

namespace guard::console {
namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;

constexpr OptionRow kRows[] = {
    {"json", 0, nullptr, "print one JSON object"},
    {"cwd", 'C', "DIR", "judge as if run in DIR"},
    {"shell", 's', "TEXT", "explain shell text instead of a command"},
    {"policy", 0, "FILE", "judge by FILE instead of the user's and the project's policy"},
    {"profile", 0, "NAME", "as if run by that agent; a FILE with a '/'"},
    {"mode", 0, "MODE", "paranoid, balanced, trusting, or one of the policy's own"},
    {"workspace", 0, "DIR", "the project's folder (may be repeated)"},
};
constexpr OptionTable kTable = {
    .command = "policy explain",
    .summary = "why a command would run, ask or be refused: each step of the decision",
    .operands = "[-- CMD [ARG...]]",
    .rows = kRows,
    .min_operands = 0,
    .max_operands = kAnyNumber,
    .takes_command = true,
    .example =
        "guard policy explain -- git push --force origin main\n"
        "         guard policy explain --shell 'rm -rf build && make'",
    .statuses = "exit status: 0 explained, 1 could not tell, 2 usage"};

int failed(const std::string& what) {
  return complain(kFailed, what);
}

}  // namespace

int policy_explain(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  if (options->rest().empty() == !options->has("shell")) {
    failed("policy explain: give a command or --shell TEXT (guard policy explain --help)");
    return kUsage;
  }
  const auto checker = prepare_local_check(*options);
  if (!checker) return failed(checker.error().text());
  nlohmann::json request;
  if (options->has("shell")) {
    request["shell"] = options->get("shell");
  } else {
    request["argv"] = options->rest();
  }
  const auto explanation = (*checker)->explain(request);
  if (!explanation) return failed(explanation.error().text());
  std::cout << (options->has("json") ? printed_json(*explanation) + "\n"
                                     : explanation_text(*explanation));
  std::cout.flush();
  return std::cout.good() ? 0 : failed("standard output could not be written");
}

}  // namespace guard::console
