// SPDX-License-Identifier: Apache-2.0
// guard audit prune: old sessions leave the record; less than 90 days only with --force.
#include "base/clock.h"
#include "console/commands/audit/audit_commands.h"
#include "console/commands/audit/old_sessions.h"
#include "console/help/option_help.h"
#include "supervisor/audit/keep/pruner.h"

namespace guard::console {
namespace {

constexpr OptionRow kPruneRows[] = {
    kOlderThanRow,
    {"force", 0, nullptr, "even less than 90 days old, or what a sink has not got"},
    {"dry-run", 'n', nullptr, "only say what would go"},
    kCompactRow,
    kStateDirRow};
constexpr OptionTable kPruneTable = {
    .command = "audit prune",
    .summary = "take out the sessions that ended so long ago, and record that",
    .operands = "",
    .rows = kPruneRows,
    .max_operands = 0,
    .example = "guard audit prune --older-than 52w",
};

Result<std::string> old_enough(const ParsedOptions& options) {
  const auto before = before_of(options);
  if (!before) return before;
  // Both have the form of a timestamp, which sorts as time does.
  if (*before > iso_time(std::chrono::system_clock::now() - kKept) && !options.has("force"))
    return fail(Code::kInvalid,
                "records are kept for 90 days; --force takes younger ones out too, guard audit "
                "rotate moves them");
  return before;
}

Result<void> prune(const std::string& state, const std::string& before,
                   const ParsedOptions& options, LongWork& work) {
  auto sessions = supervisor::old_sessions(state, before);
  if (sessions && !options.has("force")) sessions = sent_to_sinks(state, std::move(*sessions));
  if (!sessions) return forward(sessions.error());
  const bool dry = options.has("dry-run");
  if (!dry && !sessions->empty()) {
    const auto pruned = supervisor::prune_sessions(
        state, *sessions, {.user = own_name(), .archive = ""}, work.watch());
    work.clear();
    if (!pruned) return pruned;
  }
  if (const auto printed = print_leaving(*sessions, dry ? "would prune" : "pruned", ""); !printed)
    return printed;
  return options.has("compact") && !dry ? supervisor::compact(state) : Result<void>();
}

}  // namespace

int audit_prune(const Words& words) {
  const auto options = parse_or_explain(kPruneTable, words);
  if (!options) return options.error();
  const auto before = old_enough(*options);
  if (!before) return complain(kUsage, "audit prune: " + before.error().text());
  const auto state = state_folder(*options);
  if (!state) return finish(kPruneTable, forward(state.error()));
  LongWork work("audit prune", "sessions");
  return finish(kPruneTable, prune(*state, *before, *options, work), work);
}

}  // namespace guard::console
