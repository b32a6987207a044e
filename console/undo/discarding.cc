// SPDX-License-Identifier: Apache-2.0
#include "console/undo/discarding.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <set>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "console/output/complaint.h"
#include "console/undo/undo_giving.h"
#include "console/undo/undo_selection.h"
#include "supervisor/audit/redaction/redaction_key.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/undo/restore/foresight.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

using supervisor::StoredSession;

std::string by_hand(const std::string& name) {
  return command_text({"guard", "undo", "--all", "--session", name});
}

Result<StoredSession> newest_of(const std::string& state_dir, const std::string& session) {
  auto newest = newest_stored_session(state_dir, session);
  return newest ? settled(state_dir, std::move(*newest)) : newest;
}

// Standard output is standard error, or nowhere, for as long as this lives.
class OutputAside {
 public:
  explicit OutputAside(DiscardTelling telling)
      : output_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)) {
    std::fflush(nullptr);
    const UniqueFd nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    const bool told = telling == DiscardTelling::kNow || !nowhere.valid();
    (void)::dup2(told ? STDERR_FILENO : nowhere.get(), STDOUT_FILENO);
  }
  ~OutputAside() {
    std::fflush(stdout);
    if (output_.valid())
      (void)::dup2(output_.get(), STDOUT_FILENO);
    else
      (void)::close(STDOUT_FILENO);
  }
  OutputAside(const OutputAside&) = delete;
  OutputAside& operator=(const OutputAside&) = delete;

 private:
  UniqueFd output_;
};

void tell(DiscardTelling telling, const std::string& text) {
  if (telling == DiscardTelling::kNow) complain(0, text);
}

SessionDiscard not_discarded(DiscardTelling telling, const std::string& why) {
  tell(telling, "not discarded" + why);
  return {.why_not = "not discarded" + why};
}

// Names of files may hold what looks like a secret; they go to reports.
void keep_redacted(const std::string& state_dir, std::vector<std::string>& texts) {
  const auto key = supervisor::load_or_create_redaction_key(state_dir);
  if (!key) return texts.clear();
  const supervisor::Redactor redactor(*key);
  for (std::string& text : texts) text = redactor.text(text);
}

SessionDiscard give_all_back(const std::string& state_dir, const std::string& name,
                             DiscardTelling telling) {
  const auto selection = select_session(state_dir, name, UndoScope::kAll);
  if (!selection) return not_discarded(telling, ": " + selection.error().text());
  if (selection->entries.empty()) {
    tell(telling, "the run failed: it left nothing to discard");
    return {};
  }
  const auto steps = supervisor::foresee(state_dir, *selection->history, selection->entries,
                                         supervisor::OnConflict::kSkip);
  std::set<std::uint64_t> conflicts;
  for (const auto& [number, step] : steps)
    if (!step.conflict.empty()) conflicts.insert(number);
  tell(telling, "the run failed: what it changed and made is discarded");
  SessionDiscard discarded{.why_not = "the undo could not begin"};
  (void)give_back({.state = state_dir,
                   .words = {"guard", "run", "--discard-on-fail"},
                   .conflicts = "skip",
                   .is_final = false,
                   .json = false,
                   .on_end =
                       [&](const GivingEnd& end) {
                         discarded = {{}, end.undo, end.given_back, end.left, end.whys};
                       }},
                  *selection, conflicts);
  keep_redacted(state_dir, discarded.whys);
  return discarded;
}

}  // namespace

SessionDiscard discard_session(const std::string& state_dir, const std::string& session,
                               DiscardTelling telling) {
  const OutputAside aside(telling);
  const auto newest = newest_of(state_dir, session);
  if (!newest) return not_discarded(telling, ": " + newest.error().text());
  const std::string& name = newest->name;  // an id that several had is not the newest one's
  if (newest->is_running)
    return not_discarded(telling,
                         ", because a process of the session still runs; later: " + by_hand(name));
  return give_all_back(state_dir, name, telling);
}

}  // namespace guard::console
