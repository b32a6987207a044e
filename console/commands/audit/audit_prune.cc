// SPDX-License-Identifier: Apache-2.0
// guard audit prune: old sessions leave the record; less than 90 days only with --force.
#include <chrono>
#include <cstdlib>

#include "base/clock.h"
#include "base/text.h"
#include "console/commands/audit/audit_options.h"
#include "supervisor/audit/audit_time.h"
#include "supervisor/audit/pruner.h"

namespace guard::console {
namespace {

using supervisor::OldSession;

constexpr auto kKept = std::chrono::days(90);

constexpr OptionRow kPruneRows[] = {
    {"older-than", 0, "TIME", "90d (unless told), 52w, or 2025-03-01"},
    {"force", 0, nullptr, "even if that is less than 90 days"},
    {"dry-run", 'n', nullptr, "only say what would go"},
    {"compact", 0, nullptr, "also make the file smaller; sessions that run have to wait for it"},
    kStateDirRow};
constexpr OptionTable kPruneTable = {
    .command = "audit prune",
    .summary = "take out the sessions that ended so long ago, and record that",
    .operands = "",
    .rows = kPruneRows,
    .max_operands = 0,
    .example = "guard audit prune --older-than 52w",
};

Result<std::string> before_of(const ParsedOptions& options) {
  const auto now = std::chrono::system_clock::now();
  const auto before = supervisor::audit_time(options.get("older-than", "90d"), now);
  if (!before) return forward(before.error().during("--older-than"));
  // Both have the form of a timestamp, which sorts as time does.
  if (*before > iso_time(now - kKept) && !options.has("force"))
    return fail(Code::kInvalid, "records are kept for 90 days; --force takes younger ones out too");
  return before;
}

Result<void> print_all(const std::vector<OldSession>& sessions, bool dry) {
  std::uint64_t links = 0;
  for (const OldSession& session : sessions) {
    links += session.links;
    const auto printed =
        print(safe_text(session.id) + "  " + safe_text(session.first) + " to " +
              safe_text(session.last) + "  " + count_text(session.links, "link", "links") + "\n");
    if (!printed) return printed;
  }
  return print((dry ? "would prune " : "pruned ") + count_text(links, "link", "links") + " of " +
               count_text(sessions.size(), "session", "sessions") + "\n");
}

Result<void> prune(const std::string& state, const std::string& before,
                   const ParsedOptions& options, LongWork& work) {
  const auto sessions = supervisor::old_sessions(state, before);
  if (!sessions) return forward(sessions.error());
  const bool dry = options.has("dry-run");
  if (!dry && !sessions->empty()) {
    const char* const user = std::getenv("USER");
    const auto pruned =
        supervisor::prune_sessions(state, *sessions, user != nullptr ? user : "", work.watch());
    work.clear();
    if (!pruned) return pruned;
  }
  if (const auto printed = print_all(*sessions, dry); !printed) return printed;
  return options.has("compact") && !dry ? supervisor::compact(state) : Result<void>();
}

}  // namespace

int audit_prune(const Words& words) {
  const auto options = parse_or_explain(kPruneTable, words);
  if (!options) return options.error();
  const auto before = before_of(*options);
  if (!before) return complain(kUsage, "audit prune: " + before.error().text());
  const auto state = state_folder(*options);
  if (!state) return finish(kPruneTable, forward(state.error()));
  LongWork work("audit prune", "sessions");
  return finish(kPruneTable, prune(*state, *before, *options, work), work);
}

}  // namespace guard::console
