// SPDX-License-Identifier: Apache-2.0
// ReviewItem: what a session changed of one file or folder, taken together: how it was before the
// session, and how it is now. Plain values; paths are bytes, not safe to print.
#ifndef GUARD_CONSOLE_REVIEW_REVIEW_ITEM_H_
#define GUARD_CONSOLE_REVIEW_REVIEW_ITEM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "console/review/file_steps.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::console {

enum class ReviewKind : std::uint8_t { kChanged, kMade, kDeleted, kMoved, kRights };
// In lists: 'M', 'A', 'D', 'R', 'T'.
[[nodiscard]] char letter_of(ReviewKind kind);
// "changed", "made", ...
[[nodiscard]] const char* name_of(ReviewKind kind);

struct ReviewItem {
  ReviewKind kind = ReviewKind::kChanged;
  std::string before;               // its path before the session; empty: the session made it
  std::string now;                  // its path now; empty: it is gone
  supervisor::ObjectRecord old;     // before; of what was made: nothing
  supervisor::ObjectRecord there;   // now; of what is gone: nothing
  std::string content;              // the file in the store that holds the old content
  std::string content_at;           // or where the file that has it stands by now
  bool same_content = false;        // the content of now is the old one
  std::vector<std::string> rights;  // "mode 0600 -> 0644", the old one first; safe text
  // The entries that a discard gives back, by number, the first one first.
  std::vector<std::uint64_t> entries;
  std::string command;  // of the last of them, redacted
  // The changes of its content, where several commands changed it; else none.
  std::vector<FileStep> steps = {};
  // The file in the store with what the last of them left, where a discard of parts changed that
  // since; empty: it is what is there.
  std::string after = {};
  // False: a state between two commands is not kept, or cannot be read, so that more commands may
  // have changed it.
  bool knows_steps = true;
  std::string question;    // the answer that let that happen
  std::string time;        // ISO 8601
  std::string conflict;    // somebody else changed it since
  std::string obstacle;    // why it cannot be given back
  std::string note;        // what happens besides when it is
  bool in_git = false;     // in git's own folder
  bool is_gits = false;    // and a file in which git keeps history
  bool is_backup = false;  // the old file itself, moved away when another got its name, untouched
  // If a move of one file left two, the moved file and the new one: which this is.
  supervisor::MoveHalf half = supervisor::MoveHalf::kWhole;
  bool is_secret = false;  // its content is never shown
  bool is_folder = false;
  std::size_t below = 0;  // of a folder that was made or deleted: items in it
  // Of what lies in a folder that the session made as a whole: that folder. The folder's item
  // stands for it in lists.
  std::string inside;

  [[nodiscard]] const std::string& path() const { return now.empty() ? before : now; }
  // A folder that went with what was in it is told by that.
  [[nodiscard]] bool is_listed() const {
    return inside.empty() && !(is_folder && kind == ReviewKind::kDeleted && below > 0);
  }
};

// The commands that changed it, the first one first.
[[nodiscard]] std::vector<std::string> commands_of(const ReviewItem& item);

// The order of lists: what lies in a folder stands behind it, before the folder's neighbours.
[[nodiscard]] bool stands_before(const ReviewItem& one, const ReviewItem& other);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_REVIEW_ITEM_H_
