// SPDX-License-Identifier: Apache-2.0
// ShownObjects: the files and folders that the effect of a question counted, in the session whose
// answer confirms CMD beforehand for root's guard. CMD goes by that answer as long as it reaches
// none besides: names may lead elsewhere by the time it runs. A value, any thread.
#ifndef GUARD_SUPERVISOR_APPROVAL_SHOWN_OBJECTS_H_
#define GUARD_SUPERVISOR_APPROVAL_SHOWN_OBJECTS_H_

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "supervisor/approval/lease.h"

namespace guard::supervisor {

class ShownObjects {
 public:
  void add(const ObjectId& object) { objects_.insert({object.device, object.inode}); }
  [[nodiscard]] bool holds_all(const std::vector<ObjectId>& others) const {
    return std::all_of(others.begin(), others.end(), [this](const ObjectId& other) {
      return objects_.contains({other.device, other.inode});
    });
  }

 private:
  std::set<std::tuple<std::uint64_t, std::uint64_t>> objects_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_SHOWN_OBJECTS_H_
