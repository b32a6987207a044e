// SPDX-License-Identifier: Apache-2.0
// guard audit rotate: old sessions move to an archive, which every subcommand reads with
// --state-dir.
#include <sys/stat.h>

#include <cerrno>

#include "base/clock.h"
#include "base/text/text.h"
#include "console/commands/audit/audit_commands.h"
#include "console/commands/audit/old_sessions.h"
#include "console/help/option_help.h"
#include "supervisor/audit/keep/archiver.h"
#include "supervisor/audit/store/private_folder.h"

namespace guard::console {
namespace {

using supervisor::OldSession;

constexpr OptionRow kRotateRows[] = {
    kOlderThanRow,
    {"into", 0, "DIR", "the archive, which is not there yet (STATE/archive/DATE unless told)"},
    {"dry-run", 'n', nullptr, "only say what would move"},
    kCompactRow,
    kStateDirRow};
constexpr OptionTable kRotateTable = {
    .command = "audit rotate",
    .summary = "move the sessions that ended so long ago to an archive, and record that",
    .operands = "",
    .rows = kRotateRows,
    .max_operands = 0,
    .example = "guard audit rotate --older-than 4w --compact",
};

// The default's name is that of the moment: archives are never written twice.
Result<std::string> target_of(const std::string& state, const ParsedOptions& options) {
  if (options.has("into")) return options.get("into");
  const auto folder = supervisor::open_private_folder(state + "/archive");
  if (!folder) return forward(folder.error());
  std::string name = iso_time(std::chrono::system_clock::now());
  for (char& c : name)
    if (c == ':') c = '-';
  return *folder + "/" + name;
}

Result<void> tell_left(const std::vector<supervisor::SessionVerdict>& left) {
  if (left.empty()) return {};
  std::string names;
  for (const auto& verdict : left) names += " " + safe_text(verdict.session);
  return fail(Code::kInvalid,
              count_text(left.size(), "session", "sessions") +
                  " stay where they are, because they do not verify (guard audit verify):" + names);
}

Result<void> move_sessions(const std::string& state, const std::vector<OldSession>& sessions,
                           const ParsedOptions& options, LongWork& work) {
  const auto target = target_of(state, options);
  if (!target) return forward(target.error());
  const auto archived = supervisor::archive_sessions(state, *target, sessions, work.watch());
  work.clear();
  if (!archived) return forward(archived.error());
  if (archived->copied.empty()) {
    const auto printed = print_leaving({}, "moved", "");
    return printed ? tell_left(archived->left) : printed;
  }
  const auto pruned = supervisor::prune_sessions(
      state, archived->copied, {.user = own_name(), .archive = *target}, work.watch());
  work.clear();
  if (!pruned) return forward(pruned.error().during("copied to " + safe_text(*target)));
  const auto printed =
      print_leaving(archived->copied, "moved",
                    " to " + safe_text(*target) + "\nto read them: guard audit list --state-dir " +
                        command_text({*target}));
  return printed ? tell_left(archived->left) : printed;
}

Result<void> rotate(const std::string& state, const std::string& before,
                    const ParsedOptions& options, LongWork& work) {
  auto sessions = supervisor::old_sessions(state, before);
  if (sessions) sessions = sent_to_sinks(state, std::move(*sessions));
  if (!sessions) return forward(sessions.error());
  const bool dry = options.has("dry-run");
  if (dry || sessions->empty()) return print_leaving(*sessions, dry ? "would move" : "moved", "");
  if (const auto moved = move_sessions(state, *sessions, options, work); !moved) return moved;
  return options.has("compact") ? supervisor::compact(state) : Result<void>();
}

}  // namespace

int audit_rotate(const Words& words) {
  const auto options = parse_or_explain(kRotateTable, words);
  if (!options) return options.error();
  const auto before = before_of(*options);
  if (!before) return complain(kUsage, "audit rotate: " + before.error().text());
  const auto state = state_folder(*options);
  if (!state) return finish(kRotateTable, forward(state.error()));
  LongWork work("audit rotate", "links");
  return finish(kRotateTable, rotate(*state, *before, *options, work), work);
}

}  // namespace guard::console
