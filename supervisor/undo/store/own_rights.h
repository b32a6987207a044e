// SPDX-License-Identifier: Apache-2.0
// The properties that this user could not give back, however well they are kept: another's owner, a
// group that they are not in, set-group-ID with such a group, file capabilities. Root can give back
// all of it. By the kernel's rules in chown(2), chmod(2), capabilities(7). Any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_OWN_RIGHTS_H_
#define GUARD_SUPERVISOR_UNDO_STORE_OWN_RIGHTS_H_

#include "base/error.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::supervisor {

// The object would have to be made anew.
[[nodiscard]] Result<void> can_be_made_again(const ObjectRecord& record);
// The object stays, and is written: the kernel takes rights from it that the content had.
[[nodiscard]] Result<void> can_be_written_back(const ObjectRecord& record);
// The object stays, and its mode, or its owner, changes.
[[nodiscard]] Result<void> can_be_changed_back(const ObjectRecord& record, bool owner_changes);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_OWN_RIGHTS_H_
