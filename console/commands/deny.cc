// SPDX-License-Identifier: Apache-2.0
// guard deny: refuses waiting acts; the reason reaches the agent.
#include <array>
#include <string>

#include "console/commands/answering.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"

namespace guard::console {
namespace {

constexpr const char* kProgram = "guard deny";

constexpr std::array<OptionRow, 7> kDenyRows = {{
    kAllRow,
    {"reason", 0, "TEXT", "why: the agent is told"},
    {"scope", 0, "SCOPE", "once (default), command, session, or a time: 30m, 2h"},
    {"pattern", 0, "PATTERN", "what session or a time cover, in place of the one shown"},
    kSessionRow,
    kStateDirRow,
    kVerboseRow,
}};

constexpr OptionTable kDenyTable = {
    .command = "deny",
    .summary = "refuse waiting acts",
    .operands = "ID...|all",
    .rows = kDenyRows,
    .example = "guard deny 1a2b3c4d --reason 'keep the backups'",
};

}  // namespace

int deny_command(const Words& words) {
  const auto options = parse_or_explain(kDenyTable, words);
  if (!options) return options.error();
  if (const auto named = check_ids(kDenyTable, *options); !named) return named.error();
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  nlohmann::json body = {{"answer", "deny"}, {"reason", options->get("reason")}};
  for (const char* field : {"scope", "pattern"})
    if (options->has(field)) body[field] = options->get(field);
  const MakeAnswer denial =
      [&body](const nlohmann::json&) -> tl::expected<nlohmann::json, Failure> { return body; };
  return means_all(*options) ? answer_all(*choice, kProgram, denial)
                             : answer_each(*choice, kProgram, options->operands(), denial);
}

}  // namespace guard::console
