// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secrets/look_mark.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <array>

#include "supervisor/audit/store/private_folder.h"

namespace guard::supervisor {
namespace {

// How much later than the look a session may notice it, as the whole tree stands still before.
constexpr std::chrono::seconds kNoticedWithin{3};

// A clock that was set back makes it recent: then less is told, and nothing is read.
bool was_renewed_lately(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) return false;
  const auto renewed = std::chrono::system_clock::from_time_t(status.st_mtim.tv_sec);
  return std::chrono::system_clock::now() - renewed <= kNoticedWithin + std::chrono::seconds(1);
}

// Whoever made the file has not looked yet.
void forget_time(int file) {
  constexpr std::array<timespec, 2> kLongAgo = {};
  (void)::futimens(file, kLongAgo.data());
}

}  // namespace

LookMark::LookMark(const std::string& state_folder) {
  const auto folder = open_private_folder(state_folder);
  if (!folder) return;
  const std::string path = *folder + "/looks.lock";
  constexpr int kFlags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
  file_.reset(::open(path.c_str(), kFlags | O_EXCL, 0600));
  if (file_.valid())
    forget_time(file_.get());
  else
    file_.reset(::open(path.c_str(), kFlags, 0600));
}

void LookMark::set() {
  is_set_ = file_.valid();
  if (is_set_) (void)::flock(file_.get(), LOCK_SH | LOCK_NB);
  renew();
}

void LookMark::renew() {
  if (is_set_) (void)::futimens(file_.get(), nullptr);
}

bool LookMark::fades() {
  constexpr std::chrono::seconds kNoticed{1};
  if (!is_set_) return true;
  const auto now = std::chrono::steady_clock::now();
  if (!ended_) renew();
  if (!ended_) ended_ = now;
  return now - *ended_ >= kNoticed;
}

bool LookMark::is_set_by_another() const {
  if (!file_.valid()) return false;
  if (was_renewed_lately(file_.get())) return true;
  if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) return true;
  (void)::flock(file_.get(), LOCK_UN);
  return false;
}

}  // namespace guard::supervisor
