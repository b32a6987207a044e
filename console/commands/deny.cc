// SPDX-License-Identifier: Apache-2.0
// guard deny: refuses waiting acts; the reason reaches the agent.
#include <array>
#include <string>

#include "console/commands/answering.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"

namespace guard::console {
namespace {

constexpr std::array<OptionRow, 4> kRows = {{
    {"reason", 0, "TEXT", "why: the agent is told"},
    kSessionRow,
    kStateDirRow,
    kVerboseRow,
}};

constexpr OptionTable kTable = {
    .command = "deny",
    .summary = "refuse waiting acts",
    .operands = "ID...",
    .rows = kRows,
    .min_operands = 1,
    .example = "guard deny 1a2b3c4d --reason 'keep the backups'",
};

}  // namespace

int deny_command(const Words& words) {
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  nlohmann::json body = {{"answer", "deny"}, {"reason", options->get("reason")}};
  return answer_each(
      *choice, "guard deny", options->operands(),
      [&body](const nlohmann::json&) -> tl::expected<nlohmann::json, Failure> { return body; });
}

}  // namespace guard::console
