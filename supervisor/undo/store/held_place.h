// SPDX-License-Identifier: Apache-2.0
// HeldPlace: a canonical path of the journal, held: its folder by a descriptor that no link led to.
// An act there happens to that folder, whatever becomes of the names above it: a root that gives
// back files of others cannot be led astray. Any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_HELD_PLACE_H_
#define GUARD_SUPERVISOR_UNDO_STORE_HELD_PLACE_H_

#include <optional>
#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "base/text/path.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {

struct HeldPlace {
  std::string path;
  UniqueFd folder;    // O_PATH
  std::string name;   // last component
  UniqueFd occupant;  // O_PATH, itself when a link; invalid: nothing is there

  [[nodiscard]] bool is_taken() const { return occupant.valid(); }
  void look_again();
};

// kNotFound (ENOENT) when the folder is not there, ELOOP when a link stands in the path.
[[nodiscard]] Result<HeldPlace> hold_place(const std::string& path);
// The object at PATH; invalid when nothing is there or it cannot be reached.
[[nodiscard]] UniqueFd hold_object(const std::string& path);

[[nodiscard]] bool is_at_or_below(const std::string& path, const std::string& folder);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_HELD_PLACE_H_
