// SPDX-License-Identifier: Apache-2.0
// guard policy explain: the way to a decision, step by step, as the functions that enforce take it.
#include <iostream>

#include "base/text/text.h"
#include "console/check/local_checks.h"
#include "console/check/quoted_line.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "console/policy/explanation_view.h"
#include "console/policy/rule_view.h"

namespace guard::console {
namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;

constexpr OptionRow kExplainRows[] = {
    {"json", 0, nullptr, "print one JSON object"},
    {"cwd", 'C', "DIR", "judge as if run in DIR"},
    {"shell", 's', "TEXT", "explain shell text instead of a command"},
    {"rule", 0, "RULE", "say what this rule is, by its name in a question or a record"},
    {"policy", 0, "FILE", "in place of the user's; the project's tightens"},
    {"profile", 0, "NAME", "as if run by that agent; a FILE with a '/'"},
    {"mode", 0, "MODE", "paranoid, balanced, trusting, or one of the policy's own"},
    {"workspace", 0, "DIR", "the project's folder (may be repeated)"},
};
constexpr OptionTable kExplainTable = {
    .command = "policy explain",
    .summary = "why a command would run, ask or be refused, or what a rule is",
    .operands = "[-- CMD [ARG...]]",
    .rows = kExplainRows,
    .min_operands = 0,
    .max_operands = kAnyNumber,
    .takes_command = true,
    .example =
        "guard policy explain -- git push --force origin main\n"
        "         guard policy explain --shell 'rm -rf build && make'\n"
        "         guard policy explain --rule fs.delete.many",
    .statuses = "exit status: 0 explained, 1 could not tell, 2 usage"};

int failed(const std::string& what) {
  return complain(kFailed, what);
}

int explain_rule(const supervisor::LocalCheck& checker, const ParsedOptions& options) {
  const auto rule = find_rule(checker.policy(), options.get("rule"));
  if (!rule) return failed(rule.error().text());
  std::cout << (options.has("json") ? rule_json(*rule) : rule_text(*rule));
  std::cout.flush();
  return std::cout.good() ? 0 : failed("standard output could not be written");
}

// True where exactly one of a command, shell text and a rule is to be explained.
bool names_one_thing(const ParsedOptions& options) {
  return (options.rest().empty() ? 0 : 1) + (options.has("shell") ? 1 : 0) +
             (options.has("rule") ? 1 : 0) ==
         1;
}

}  // namespace

int policy_explain(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kExplainTable, words);
  if (!options) return options.error();
  if (!names_one_thing(*options)) {
    failed(
        "policy explain: give a command, --shell TEXT or --rule RULE (guard policy explain "
        "--help)");
    return kUsage;
  }
  if (const auto complaint = quoted_line_complaint(options->rest(), options->get("cwd"));
      !complaint.empty())
    return failed(complaint);
  const auto checker = prepare_local_check(*options);
  if (!checker) return failed(checker.error().text());
  if (options->has("rule")) return explain_rule(**checker, *options);
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
  if (!std::cout.good()) return failed("standard output could not be written");
  return 0;
}

}  // namespace guard::console
