// SPDX-License-Identifier: Apache-2.0
// Entry: one line of a session's undo journal: what was about to happen to an object, and how it
// was before. Values; JSON as it stands on disk (docs/undo.md, "The journal"). Names are bytes: one
// that is no UTF-8 stands as {"hex": "..."}. Pure, any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_ENTRY_H_
#define GUARD_SUPERVISOR_UNDO_STORE_ENTRY_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/error.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {

enum class UndoDeed {
  kDelete,    // the name goes
  kReplace,   // another object is moved onto the name
  kModify,    // the content may change
  kMetadata,  // mode, owner, times, attributes change
  kRename,    // the object goes from `path` to `to`
  kExchange,  // the objects at `path` and `to` change places
  kFolder,    // what is in the folder changes, and with it the folder's times
  kLink,      // the object gets `path` as a further name
  kPlaced,    // an undo put the object there
};

struct UndoEntry {
  std::uint64_t number = 0;
  UndoDeed deed = UndoDeed::kDelete;
  std::string path;  // canonical, bytes
  std::string to;
  std::string of = {};  // of a link: the name by which the object was known
  ObjectRecord object;
  std::string content;        // "SESSION/content/12" below the store; empty: none was kept
  bool is_original = false;   // the content is the very file that was deleted, not a copy
  std::string time;           // ISO 8601
  std::string question;       // the answer that let it happen
  std::string command;        // of the program that did it, redacted
  bool is_version = false;    // for a checkpoint alone: not the first change, or the session's own
  bool is_name_gone = false;  // of a move: an undo took the new name away, and that alone
  std::uint64_t reverts = 0;  // of an undo: the entry of the other session that it gives back
};

[[nodiscard]] const char* name_of(UndoDeed deed);
[[nodiscard]] nlohmann::ordered_json to_json(const UndoEntry& entry);
[[nodiscard]] Result<UndoEntry> entry_from_json(const nlohmann::json& line);

// Bytes that may be no UTF-8.
[[nodiscard]] nlohmann::json bytes_to_json(const std::string& bytes);
[[nodiscard]] std::string bytes_from_json(const nlohmann::json& value);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_ENTRY_H_
