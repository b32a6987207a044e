// SPDX-License-Identifier: Apache-2.0
// The changes of mode, owner and attributes that giving back would make, for the preview of an
// undo: "mode 0600 -> 0644", what is there now first. Times are left out: they always change. Any
// thread.
#ifndef GUARD_CONSOLE_UNDO_UNDO_METADATA_H_
#define GUARD_CONSOLE_UNDO_UNDO_METADATA_H_

#include <string>
#include <vector>

#include "supervisor/undo/store/object_record.h"

namespace guard::console {

// Safe texts, one for each that differs; of attributes the names alone.
[[nodiscard]] std::vector<std::string> metadata_changes(const supervisor::ObjectRecord& now,
                                                        const supervisor::ObjectRecord& after);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_METADATA_H_
