// SPDX-License-Identifier: Apache-2.0
#include "console/run/run_notices.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/text.h"
#include "policy/load/unasked_acts.h"
#include "policy/paths/path_names.h"
#include "supervisor/facts/linked_repository.h"
#include "supervisor/undo/history/file_count.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/history/lost_objects.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/history/shell_history.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

using supervisor::StoredSession;
using Words = std::vector<std::string>;

constexpr std::array<std::string_view, 8> kShells = {"bash", "sh",  "zsh",  "fish",
                                                     "dash", "ksh", "mksh", "tcsh"};

std::string_view program_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1: all of it
}

bool runs_a_text(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && word[1] != '-' &&
         word.find('c') != std::string_view::npos;
}

// Options alone: with a script, or with -c TEXT, there is nobody who types.
bool is_shell_to_type_into(const std::vector<std::string>& command) {
  const std::string_view name = program_name(command.front());
  if (std::find(kShells.begin(), kShells.end(), name) == kShells.end()) return false;
  return std::all_of(command.begin() + 1, command.end(), [](const std::string& word) {
    return word.starts_with('-') && !runs_a_text(word);
  });
}

supervisor::FileCount count_left(const std::string& state_dir, const StoredSession& session) {
  const auto history = supervisor::read_history(state_dir, session);
  if (!history) return {};
  supervisor::FileTally left;
  // Each shell writes one when it ends: guard undo leaves it as it is.
  const supervisor::ShellHistories histories(*history);
  for (const supervisor::UndoEntry& entry : history->entries)
    if (!history->undone.contains(entry.number) && !histories.contain(entry)) left.add(entry);
  return left.count();
}

std::string some_of(const std::vector<std::string>& all) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kShown); ++i)
    text += (i == 0 ? "" : "; ") + safe_text(all[i]);
  if (all.size() > kShown)
    text += " and " + std::to_string(all.size() - kShown) + " more: guard policy show";
  return text;
}

// Policy::not_applied ends so where a lock is the reason (policy/load/locks.cc).
bool is_lock_notice(const std::string& not_applied) {
  return not_applied.find(" is locked by ") != std::string::npos;
}

}  // namespace

Whereabouts whereabouts(const std::string& socket, const std::string& state_dir) {
  Whereabouts where;
  if (!state_dir.empty()) where.of_state = " --state-dir " + command_text({state_dir});
  where.of_session = socket.empty() ? where.of_state : " --session " + command_text({socket});
  return where;
}

std::string workspace_notice(const std::vector<std::string>& workspace, const std::string& start) {
  if (workspace.size() != 1) return {};
  const std::string& top = workspace.front();
  const std::string said = "The workspace is " + safe_text(top);
  if (const std::string super = supervisor::superproject_of(top); !super.empty())
    return said + ", a git submodule of " + safe_text(super) +
           ": the other files there are outside.";
  const bool is_above = start != top && policy::below(start, top).has_value();
  return is_above ? said + ", which holds this folder." : std::string();
}

std::vector<std::string> start_notice(const std::vector<std::string>& command,
                                      const std::string& session, bool saves,
                                      const Whereabouts& where) {
  if (command.empty() || !is_shell_to_type_into(command)) return {};
  Words lines = {"this " + safe_text(program_name(command.front())) +
                     " runs under guard, as session " + safe_text(session) +
                     ". guard asks you before it destroys, publishes or sends anything" +
                     (saves ? ", and saves files before they change." : "."),
                 std::string("Answer here, or elsewhere: guard watch") + where.of_session + "." +
                     (saves ? " Get files back: guard undo" + where.of_state + "." : "")};
  if (!where.workspace.empty()) lines.push_back(where.workspace);
  return lines;
}

std::vector<std::string> not_applied_notices(const std::vector<std::string>& not_applied,
                                             PolicyChosen chosen) {
  std::vector<std::string> locked;
  std::vector<std::string> loosening;
  for (const std::string& what : not_applied)
    (is_lock_notice(what) ? locked : loosening).push_back(what);
  std::vector<std::string> lines;
  if (!loosening.empty())
    lines.push_back("not applied, as a project's file may only tighten: " + some_of(loosening) +
                    (chosen == PolicyChosen::kByOption
                         ? ". Beside --policy no trust changes that: --policy's file may have it"
                         : ". guard policy trust lets that file loosen; else use --policy FILE"));
  if (!locked.empty())
    lines.push_back("not applied, as a policy before it locks that: " + some_of(locked) +
                    ". Only a change of the file that locks it helps");
  return lines;
}

std::vector<std::string> unasked_notices(const policy::Policy& policy) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> lines;
  const auto all = policy::unasked_acts(policy);
  for (const policy::UnaskedActs& found : all) {
    if (lines.size() == kShown) break;
    lines.push_back("rule " + found.rule.id + " (" + safe_text(found.rule.source) + ") " +
                    safe_text(policy::unasked_text(found)));
  }
  if (all.size() > kShown)
    lines.push_back("and " + count_text(all.size() - kShown, "more rule", "more rules") +
                    " that let acts of tier 3 go unasked: guard policy validate");
  return lines;
}

namespace {

// It made something that is still there. A long list is not looked through, as that takes seconds.
bool has_made(const std::string& state_dir, const StoredSession& session) {
  constexpr std::size_t kMostLooked = 2000;
  auto history = supervisor::read_history(state_dir, session, true);
  if (!history) return false;
  if (history->entries.size() < kMostLooked) supervisor::look_at_made(*history);
  const supervisor::ShellHistories histories(*history);
  return std::ranges::any_of(history->entries, [&histories](const supervisor::UndoEntry& entry) {
    return supervisor::is_made(entry) && !histories.contain(entry);
  });
}

}  // namespace

std::string changes_notice(const std::string& state_dir, const std::string& session,
                           const Whereabouts& where) {
  const auto sessions = supervisor::stored_sessions(state_dir);
  if (!sessions) return {};
  const auto newest =
      std::find_if(sessions->rbegin(), sessions->rend(),
                   [&session](const StoredSession& stored) { return stored.id == session; });
  if (newest == sessions->rend()) return {};
  const supervisor::FileCount left = count_left(state_dir, *newest);
  const std::string word = safe_text(newest->name);
  const std::string lost =
      supervisor::lost_text(supervisor::lost_objects(state_dir, *newest), newest->workspace);
  const bool made = has_made(state_dir, *newest);
  const std::string look = "; to look first: guard review " + word + where.of_state;
  if (left.total() == 0 && !lost.empty()) return "nothing is kept for undo of " + lost;
  if (left.total() == 0)
    return !made ? std::string()
                 : "what it made can be taken away: guard undo --made --session " + word +
                       where.of_state + look;
  return left.text() + " can be taken back: guard undo --session " + word + where.of_state +
         (made ? " (with --all what it made goes, too)" : "") +
         (lost.empty() ? "" : "; not " + lost) + look;
}

}  // namespace guard::console
