// SPDX-License-Identifier: Apache-2.0
#include "supervisor/saved_facts.h"

#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {

using policy::Recoverability;

void SavedFacts::settle(const PendingCall& call, policy::Object& object) const {
  if (!call.why_unsaved.empty() && object.recoverability == Recoverability::kSaved)
    object.recoverability = Recoverability::kPrecious;
  const bool only_facts = call.action.act == policy::Act::kMetadata && call.why_unsaved.empty();
  const bool too_big = object.recoverability == Recoverability::kPrecious &&
                       object.type == policy::ObjectType::kFile && object.bytes > 0;
  if (undo && only_facts && too_big && object.path.starts_with('/') &&
      !is_kernels_own(object.path) && object.path_class != policy::PathClass::kOutside)
    object.recoverability = Recoverability::kSaved;
}

}  // namespace guard::supervisor
