// SPDX-License-Identifier: Apache-2.0
// CleanTexts: short texts in which no secret was found, the latest some thousand. A text that has a
// secret is never kept. Any thread; one mutex.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_CLEAN_TEXTS_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_CLEAN_TEXTS_H_

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>

namespace guard::supervisor {

class CleanTexts {
 public:
  [[nodiscard]] bool has(std::string_view text) const;
  void add(std::string_view text);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using Texts = std::unordered_set<std::string, Hash, std::equal_to<>>;

  mutable std::mutex mutex_;
  Texts newer_;  // when it is full it becomes the older one, and the older one goes
  Texts older_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_CLEAN_TEXTS_H_
