// SPDX-License-Identifier: Apache-2.0
// LostList: what of before a session took away or changed and kept nothing of: build output, and
// what was let go although it could not be saved. SESSION/lost, a line of JSON for each, made with
// the first one; bounded: then one line says that there is more. For people alone: nothing depends
// on it, so an error holds nothing up. A mutex of its own, any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_LOST_LIST_H_
#define GUARD_SUPERVISOR_UNDO_STORE_LOST_LIST_H_

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "base/files/unique_fd.h"

namespace guard::supervisor {

enum class LostKind {
  kBuilt,    // build output: it went
  kUnsaved,  // it went or was changed, with no copy of it
};
[[nodiscard]] const char* name_of(LostKind kind);  // "built" "unsaved"

struct LostObject {
  LostKind kind = LostKind::kBuilt;
  std::string path;           // canonical, bytes
  std::string question = {};  // the answer that let it happen
  std::uint64_t after = 0;    // the last checkpoint before it; 0: none
};

class LostList {
 public:
  explicit LostList(std::string path) : path_(std::move(path)) {}
  void add(const LostObject& object);

  static constexpr std::uint64_t kMost = 200'000;

 private:
  const std::string path_;
  std::mutex mutex_;
  UniqueFd file_;
  std::uint64_t count_ = 0;
};

struct LostObjects {
  std::vector<LostObject> objects;  // each path once
  bool complete = true;             // false: there are more
};
[[nodiscard]] LostObjects read_lost_list(const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_LOST_LIST_H_
