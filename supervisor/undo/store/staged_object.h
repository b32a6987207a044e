// SPDX-License-Identifier: Apache-2.0
// StagedObject: what is to be brought back, whole, before anything that stands in its place is
// touched: without a name, or under one of its own beside its place. An object that cannot be made
// fails here, and nothing is lost. Given up it leaves nothing behind. One thread. Errors carry the
// errno.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_STAGED_OBJECT_H_
#define GUARD_SUPERVISOR_UNDO_STORE_STAGED_OBJECT_H_

#include <functional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {

// Called with the path of a name of its own before that is made: whoever is killed meanwhile leaves
// it behind. An error makes none.
using NoteStaged = std::function<Result<void>(const std::string& path)>;

class StagedObject {
 public:
  // PLACE outlives it in all of these, and so does what NOTE needs. CONTENT: open for reading.
  static Result<StagedObject> copy(const HeldPlace& place, NoteStaged note, int content);
  // A folder, link, FIFO, socket or device.
  static Result<StagedObject> node(const HeldPlace& place, NoteStaged note,
                                   const ObjectRecord& record);
  // OBJECT (O_PATH) gets the place as a further name.
  static Result<StagedObject> further_name(const HeldPlace& place, NoteStaged note, int object);
  // The very file, at ORIGINAL on the mount of the place.
  static StagedObject original(const HeldPlace& place, std::string original);

  StagedObject(StagedObject&& other) noexcept;
  StagedObject& operator=(StagedObject&&) = delete;
  ~StagedObject();

  // Whether the object is there under another name, too.
  [[nodiscard]] bool is_further_name() const { return is_further_name_; }
  // It takes its place. REPLACE: what stands there, which is no folder, goes by the same act.
  Result<void> settle(bool replace);

 private:
  StagedObject(const HeldPlace& place, NoteStaged note) : place_(&place), note_(std::move(note)) {}
  Result<std::string> noted_name() const;
  // Calls MAKE with a name of its own, or with the place's where nothing stands there.
  template <class Make>
  Result<void> make_named(const Make& make);

  const HeldPlace* place_;
  NoteStaged note_;
  std::string name_;      // in the place's folder; empty: none yet
  std::string original_;  // where it is moved from
  UniqueFd unnamed_;      // O_TMPFILE
  bool is_further_name_ = false;
};

// True when a rename from PATH into FOLDER stays on one mount.
[[nodiscard]] bool on_one_mount(const std::string& path, int folder);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_STAGED_OBJECT_H_
