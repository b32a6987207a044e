// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secrets/look_mark.h"

#include <fcntl.h>
#include <sys/file.h>

#include "supervisor/audit/store/private_folder.h"

namespace guard::supervisor {

LookMark::LookMark(const std::string& state_folder) {
  const auto folder = open_private_folder(state_folder);
  if (!folder) return;
  file_.reset(::open((*folder + "/looks.lock").c_str(),
                     O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600));
}

void LookMark::set() {
  if (file_.valid()) (void)::flock(file_.get(), LOCK_SH | LOCK_NB);
}

bool LookMark::fades() {
  constexpr std::chrono::seconds kNoticed{1};
  const auto now = std::chrono::steady_clock::now();
  if (!ended_) ended_ = now;
  return now - *ended_ >= kNoticed;
}

bool LookMark::is_set_by_another() const {
  if (!file_.valid()) return false;
  if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) return true;
  (void)::flock(file_.get(), LOCK_UN);
  return false;
}

}  // namespace guard::supervisor
