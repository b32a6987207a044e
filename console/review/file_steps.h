// SPDX-License-Identifier: Apache-2.0
// FileSteps: the changes of one session to each file, in their order, with the command that made
// each and the content that was there before it, where the store has that. A file is known by its
// name before the session, whatever it is called meanwhile. Steps that undos gave back, and the
// undos' own steps, are left out unless they are wanted. Looks at journals, and at what was moved
// away; any thread.
#ifndef GUARD_CONSOLE_REVIEW_FILE_STEPS_H_
#define GUARD_CONSOLE_REVIEW_FILE_STEPS_H_

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "console/review/names_before.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/store/made_list.h"

namespace guard::console {

struct FileStep {
  std::string command;   // redacted; the session's where none is on record
  std::string question;  // the answer that let it happen; empty: nobody was asked
  std::chrono::system_clock::time_point time;
  bool made = false;                                               // there was no such file before
  std::optional<std::chrono::system_clock::time_point> undone_at;  // given back since
  std::string content;     // "SESSION/content/12" with what was there before; empty: it is not kept
  std::string content_at;  // then the file that has it, moved away and unchanged since, if any
  // When that was written.
  std::chrono::system_clock::time_point written;
};

enum class UndoneSteps { kLeftOut, kTakenIn };

class FileSteps {
 public:
  // HISTORY, of a session of STATE_DIR, has what is kept for checkpoints and what the session made;
  // it outlives this object.
  FileSteps(const std::string& state_dir, const supervisor::History& history,
            UndoneSteps undone = UndoneSteps::kLeftOut);
  // PATH: as the file is called at the end of the session.
  // OBJECT: what stands there, where that is known: it may have been changed by a further name.
  [[nodiscard]] std::vector<FileStep> of(
      const std::string& path, const std::optional<supervisor::ObjectKey>& object = {}) const;
  // The steps of objects that the session made: a file that it wrote in the place of one of before,
  // and moved away to keep it as a backup, was made by that move. Else as above.
  [[nodiscard]] std::vector<FileStep> of_made(
      const std::string& path, const std::optional<supervisor::ObjectKey>& object = {}) const;
  // A state of it between two commands is not kept: a change may be another command's.
  [[nodiscard]] bool lacks_states(const std::string& path) const;
  // As it was called before the session.
  [[nodiscard]] std::string name_before(const std::string& path) const;

 private:
  struct Known {
    std::vector<FileStep> steps;
    supervisor::ObjectKey first;  // the object before the first of them
    bool was_before = false;
    std::chrono::system_clock::time_point undone_at = std::chrono::system_clock::time_point::min();
  };
  void take(const supervisor::UndoEntry& entry);
  void add_step(const supervisor::UndoEntry& entry,
                const std::optional<supervisor::ObjectKey>& next, Known& known) const;
  [[nodiscard]] Known known_of(const std::string& path,
                               const std::optional<supervisor::ObjectKey>& object = {}) const;
  using Changes = std::vector<const supervisor::UndoEntry*>;
  [[nodiscard]] Known known_by(const Changes& changes, const std::string& path,
                               const std::optional<supervisor::ObjectKey>& object) const;
  [[nodiscard]] Changes changes_of(const std::string& path) const;
  [[nodiscard]] Changes all_changes(const std::string& path,
                                    const std::optional<supervisor::ObjectKey>& object) const;
  [[nodiscard]] std::vector<FileStep> of_own(
      const std::string& path, const std::optional<supervisor::ObjectKey>& object) const;
  void find_content(const supervisor::UndoEntry& left, FileStep& step) const;
  void add_by_other_names(const std::optional<supervisor::ObjectKey>& object,
                          Changes& changes) const;
  [[nodiscard]] FileStep blank(const std::string& command, const std::string& question) const;
  void add_maker(const std::string& path, const Known& known, std::vector<FileStep>& steps) const;

  const supervisor::History& history_;
  const UndoneSteps undone_;
  NamesBefore names_;
  // Changes of content, by the name of that moment; the first one first.
  std::unordered_map<std::string, std::vector<const supervisor::UndoEntry*>> changes_;
  // Those that wrote into an object, whatever its name was.
  std::map<supervisor::ObjectKey, Changes> written_;
  std::map<supervisor::ObjectKey, Changes> kept_;   // those whose content is kept
  std::map<supervisor::ObjectKey, Changes> links_;  // further names
  std::unordered_map<std::uint64_t, const supervisor::UndoEntry*> moves_;  // by number
  std::unordered_map<std::string, const supervisor::UndoEntry*> made_;     // by the last name
  std::map<supervisor::ObjectKey, supervisor::MadeRow> makers_;            // of objects
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_FILE_STEPS_H_
