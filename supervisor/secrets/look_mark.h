// SPDX-License-Identifier: Apache-2.0
// LookMark: says to other sessions of this user that a look of this one has just broken a lease of
// theirs. No session looks into what another one has leased (SecretReads::is_leased_elsewhere), but
// the lease may be taken in the moment of the look. Its holder notices that an open was refused,
// and cannot know whose it was: without the mark it would tell, and record, that its own tree was
// refused secrets. As long as the mark is there, it tells nothing: so the mark is short. A lock of
// STATE/looks.lock (flock(2)), which the kernel takes away with the process, and the file's time: a
// session may have ended before the other one notices. Sessions with other state folders do not see
// it. One thread at a time.
#ifndef GUARD_SUPERVISOR_SECRETS_LOOK_MARK_H_
#define GUARD_SUPERVISOR_SECRETS_LOOK_MARK_H_

#include <chrono>
#include <optional>
#include <string>

#include "base/files/unique_fd.h"

namespace guard::supervisor {

class LookMark {
 public:
  // Without such a folder nothing is marked, and nobody is seen to look.
  explicit LookMark(const std::string& state_folder);

  void set();
  // It looks still; nothing where it never was set.
  void renew();
  // Asked again and again once the looks have ended: true a second after the first time, when
  // everybody has noticed them; at once where it never was set.
  [[nodiscard]] bool fades();
  [[nodiscard]] bool is_set_by_another() const;

 private:
  UniqueFd file_;
  bool is_set_ = false;
  std::optional<std::chrono::steady_clock::time_point> ended_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SECRETS_LOOK_MARK_H_
