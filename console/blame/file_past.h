// SPDX-License-Identifier: Apache-2.0
// FilePast: what the sessions of a store did to one file, by the name that it has now and those
// that it had: each change with who made it, and the content that was there before it, where the
// store has that. Reads journals and the file's status; any thread.
#ifndef GUARD_CONSOLE_BLAME_FILE_PAST_H_
#define GUARD_CONSOLE_BLAME_FILE_PAST_H_

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "console/review/file_steps.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {

struct FileChange {
  std::string session;          // its id
  std::string folder;           // its name in the store
  std::string typed;            // as commands take it
  std::string session_command;  // redacted, as `command` is
  std::string command;
  std::string question;  // the answer that let it happen; empty: nobody was asked
  std::chrono::system_clock::time_point time;
  bool gives_back = false;  // it is an undo: what came of it was there before
  // When it was undone: what it met may have moved from the store to its place again.
  std::optional<std::chrono::system_clock::time_point> undone_at;
  bool made = false;    // there was no such file before
  std::string content;  // a file with what was there before, mostly of the store; empty: none has
  bool lacks_states = false;  // of the session: another of its commands may have done it
  // Somebody whom no session of the store knows changed the file after the session, and before the
  // next change or now.
  bool others_followed = false;
};

// A session gave the file another name.
struct FormerName {
  std::string typed;  // the session, as commands take it
  std::string name;   // before it
};

struct FilePast {
  std::vector<FileChange> changes;  // the oldest first
  std::vector<FormerName> names;    // the oldest first
  std::size_t damaged = 0;          // lines of journals that cannot be read
};

// One session with its changes, as its journal tells.
struct SessionSteps {
  SessionSteps(const std::string& state, supervisor::History read)
      : history(std::move(read)), steps(state, history, UndoneSteps::kTakenIn) {}
  supervisor::History history;
  FileSteps steps;  // refers to `history`
};
using LoadSteps = std::function<Result<std::shared_ptr<const SessionSteps>>(
    const supervisor::StoredSession& session)>;
// Reads the journal at each call.
[[nodiscard]] LoadSteps read_steps(std::string state);
// Keeps what it read: for many files, and few sessions.
[[nodiscard]] LoadSteps read_steps_once(std::string state);

// PATH: canonical. SESSIONS: those of STATE's store that count, the oldest first.
[[nodiscard]] Result<FilePast> past_of_file(const std::string& state, const std::string& path,
                                            const std::vector<supervisor::StoredSession>& sessions,
                                            const LoadSteps& load);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_BLAME_FILE_PAST_H_
