// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/saved_facts.h"

#include <sys/stat.h>

#include <string_view>

#include "base/weaken.h"
#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {

using policy::Recoverability;

// The name that this descriptor was had by is gone, and the object lives on: in a store (this
// session's: as good as gone; another's: nobody may change it) or under another name.
void SavedFacts::settle_removed(int held, policy::Object& object) const {
  constexpr std::string_view kDeleted = " (deleted)";
  if (!object.path.ends_with(kDeleted)) return;
  struct stat now {};
  struct stat named {};
  const bool known = ::fstat(held, &now) == 0;
  if (known && now.st_nlink == 0) return;
  const bool really_called_so = known && ::lstat(object.path.c_str(), &named) == 0 &&
                                named.st_dev == now.st_dev && named.st_ino == now.st_ino;
  if (really_called_so) return;
  if (store != nullptr && store->keeps_as_it_was(held)) {
    object.path.erase(object.path.size() - kDeleted.size());
    object.recoverability = Recoverability::kSaved;  // the store parts from it first
    return;
  }
  object.path_class = policy::PathClass::kOutside;
  object.recoverability = Recoverability::kPrecious;
}

void SavedFacts::settle(const PendingCall& call, int held, policy::Object& object) const {
  // A name that goes is looked at again when it goes.
  const bool of_name =
      call.action.act == policy::Act::kDelete || call.action.act == policy::Act::kRename;
  if (held >= 0 && !of_name && !weakened("removed-names")) settle_removed(held, object);
  if (!call.why_unsaved.empty() && object.recoverability == Recoverability::kSaved)
    object.recoverability = Recoverability::kPrecious;
  const bool only_facts = call.action.act == policy::Act::kMetadata && call.why_unsaved.empty();
  const bool too_big = object.recoverability == Recoverability::kPrecious &&
                       object.type == policy::ObjectType::kFile && object.bytes > 0;
  if (store != nullptr && only_facts && too_big && object.path.starts_with('/') &&
      !is_kernels_own(object.path) && object.path_class != policy::PathClass::kOutside)
    object.recoverability = Recoverability::kSaved;
}

}  // namespace guard::supervisor
