// SPDX-License-Identifier: Apache-2.0
#include "console/commands/undo/undo_pruning.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/text/text.h"
#include "console/output/complaint.h"
#include "console/output/person_answer.h"
#include "console/session/session_choice.h"
#include "console/undo/store_access.h"
#include "console/undo/undo_preview.h"
#include "console/undo/undo_view.h"
#include "console/undo/undo_words.h"

namespace guard::console {
namespace {

// Pruned copies can never be given back: a person says so, or whoever typed --yes.
bool may_prune(const UndoRequest& request, const supervisor::Pruned& pruned) {
  if (pruned.sessions.empty() || request.options.has("yes")) return true;
  const std::string what = count_text(pruned.sessions.size(), "session", "sessions");
  if (!request.is_asking()) {
    complain(0, "undo: nothing was removed: what is kept of " + what +
                    " would go for good; --yes removes it without asking, --dry-run lists it");
    return false;
  }
  for (const auto& session : pruned.sessions)
    std::printf("would remove %s\n", session_line(session).c_str());
  if (person_says_yes("Remove what is kept of " + what + "? They cannot be undone then. [y/N] "))
    return true;
  complain(0, "undo: nothing was removed");
  return false;
}

}  // namespace

int prune_kept(const UndoRequest& request) {
  const std::string days = request.options.get("older-than", "30");
  char* end = nullptr;
  const long count = std::strtol(days.c_str(), &end, 10);
  if (days.empty() || *end != '\0' || count < 0 || count > 100'000)
    return complain(kUsage, "undo: --older-than " + safe_text(days) + ": a number of days");
  const supervisor::PruneRules rules{
      std::chrono::system_clock::now() - std::chrono::hours(24 * count), ~0ULL};
  const bool dry = request.options.has("dry-run");
  if (!dry) {
    const auto would_go = supervisor::prune_store(request.state, rules, true);
    if (!would_go) return complain_of_undo(kNotDone, would_go.error());
    if (!may_prune(request, *would_go)) return kNeedsAChoice;
  }
  const auto pruned = supervisor::prune_store(request.state, rules, dry);
  if (!pruned) return complain_of_undo(kNotDone, pruned.error());
  const char* verb = dry ? "would remove" : "removed";
  auto list = nlohmann::ordered_json::array();
  for (const auto& session : pruned->sessions) {
    list.push_back(session_json(session));
    if (!request.json) std::printf("%s %s\n", verb, session_line(session).c_str());
  }
  if (request.json) {
    print_json({{"removed", list}, {"bytes_left", pruned->left.bytes}});
  } else {
    std::printf("%s left\n", size_text(pruned->left.bytes).c_str());
  }
  return kDone;
}

int set_pin(const UndoRequest& request, const char* option, supervisor::Pin pin) {
  const auto session = find_stored_session(request.state, request.options.get(option));
  if (!session) return complain_of_undo(kNotDone, session.error());
  if (auto done = supervisor::pin_session(request.state, session->name, pin); !done)
    return complain_of_undo(kNotDone, done.error());
  return kDone;
}

}  // namespace guard::console
