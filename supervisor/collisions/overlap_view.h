// SPDX-License-Identifier: Apache-2.0
// OverlapView: which other sessions wrote the same uncommitted files as this one, for people: in
// GET /v1/session ("beside") and the event session_beside. Any thread; a mutex of its own.
#ifndef GUARD_SUPERVISOR_COLLISIONS_OVERLAP_VIEW_H_
#define GUARD_SUPERVISOR_COLLISIONS_OVERLAP_VIEW_H_

#include <mutex>
#include <nlohmann/json.hpp>

#include "supervisor/collisions/other_work.h"

namespace guard::supervisor {

class OverlapView {
 public:
  // Looks anew; true: it is not what it was. Reads journals and files: on a worker.
  [[nodiscard]] bool update(OtherWork& others);
  // An array of {"session", "command", "files", "names", "lives"}.
  [[nodiscard]] nlohmann::json json() const;

 private:
  mutable std::mutex mutex_;
  nlohmann::json known_ = nlohmann::json::array();
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_COLLISIONS_OVERLAP_VIEW_H_
