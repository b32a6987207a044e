// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secret_reads.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include "base/unique_fd.h"
#include "policy/file_assessment.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Object;
using policy::ObjectType;
using policy::PathClass;

constexpr std::array kPublicHeaders = {std::string_view("-----BEGIN CERTIFICATE"),
                                       std::string_view("-----BEGIN TRUSTED CERTIFICATE"),
                                       std::string_view("-----BEGIN PUBLIC KEY"),
                                       std::string_view("-----BEGIN RSA PUBLIC KEY"),
                                       std::string_view("-----BEGIN PGP PUBLIC KEY"),
                                       std::string_view("-----BEGIN X509 CRL")};
constexpr std::size_t kNamesAtStart = 4000;  // some 5 ms
constexpr std::size_t kNamesAtOnce = 20'000;

// "-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----": whoever has such a file shows it.
bool begins_as_public(int object) {
  const std::string path = "/proc/self/fd/" + std::to_string(object);
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  std::array<char, 64> start{};
  if (!file.valid() || ::read(file.get(), start.data(), start.size()) <= 0) return false;
  const std::string_view text(start.data(), start.size());
  return std::any_of(kPublicHeaders.begin(), kPublicHeaders.end(),
                     [&](std::string_view header) { return text.starts_with(header); });
}

// Acts that give a file a name.
bool gives_a_name(Act act) {
  return act == Act::kCreate || act == Act::kModify || act == Act::kRename || act == Act::kLink;
}

}  // namespace

SecretReads::SecretReads(const policy::PathClassifier& classifier,
                         std::unique_ptr<interceptor::ReadGate> gate)
    : classifier_(classifier),
      gate_(std::move(gate)),
      search_(classifier, [this](int object, const std::string&) { arm_unless_public(object); }) {}

void SecretReads::begin() {
  const std::lock_guard lock(mutex_);
  search_.begin_usual();
  (void)search_.go_on(kNamesAtStart);
}

bool SecretReads::search_on() {
  const std::lock_guard lock(mutex_);
  return search_.go_on(kNamesAtOnce);
}

void SecretReads::arm(int object) {
  struct stat status {};
  if (::fstat(object, &status) != 0) return;
  {
    const std::lock_guard lock(files_mutex_);
    const auto [found, is_new] = files_.try_emplace({status.st_dev, status.st_ino}, true);
    if (!is_new && found->second) return;
    found->second = true;
  }
  const auto armed = gate_->arm(object);
  if (armed) return;
  // EAGAIN: another session of this user has a lease of it.
  ++(armed.error().sys_errno == EAGAIN ? leased_elsewhere_ : not_held_);
}

// What is in it now; what the tree writes there later is held whatever it is.
void SecretReads::arm_unless_public(int object) {
  struct stat status {};
  if (!begins_as_public(object) || ::fstat(object, &status) != 0) return arm(object);
  const std::lock_guard lock(files_mutex_);
  files_.try_emplace({status.st_dev, status.st_ino}, false);
}

std::optional<bool> SecretReads::holds(dev_t device, ino_t inode) const {
  const std::shared_lock lock(files_mutex_);
  const auto found = files_.find({device, inode});
  return found == files_.end() ? std::nullopt : std::optional<bool>(found->second);
}

std::shared_ptr<void> SecretReads::lend(const PendingCall& call) {
  if (call.held.raw.operation != interceptor::Operation::kOpen || !call.held.first.exists())
    return nullptr;
  const struct stat& status = call.held.first.status;
  const bool held = holds(status.st_dev, status.st_ino).value_or(false);
  return held ? gate_->lend({status.st_dev, status.st_ino}) : nullptr;
}

void SecretReads::forget(dev_t device, ino_t inode) {
  {
    const std::lock_guard lock(files_mutex_);
    if (files_.erase({device, inode}) == 0) return;
  }
  gate_->forget({device, inode});
}

void SecretReads::arm_name(int folder, const std::string& name) {
  const UniqueFd file(::openat(folder, name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0) return;
  if (S_ISREG(status.st_mode)) arm(file.get());
}

void SecretReads::note(const PendingCall& call) {
  if (!gives_a_name(call.action.act) || call.action.objects.empty()) return;
  const Object& last = call.action.objects.back();
  const interceptor::HeldPath& named =
      call.held.second.parent.valid() ? call.held.second : call.held.first;
  if (!named.parent.valid()) return;
  // A folder may make secrets of what lies in it by its new name ("~/.ssh").
  const bool folder = call.action.act == Act::kRename && !call.action.objects.empty() &&
                      call.action.objects.front().type == ObjectType::kDirectory;
  if (folder) {
    const std::string inside = last.path + "/x";
    if (classifier_.classify(inside, ObjectType::kFile) != PathClass::kSecret) return;
    const std::lock_guard lock(mutex_);
    search_.begin(last.path);
    (void)search_.go_on(kNamesAtStart);
    return;
  }
  const bool secret =
      std::any_of(call.action.objects.begin(), call.action.objects.end(),
                  [](const Object& object) { return object.path_class == PathClass::kSecret; });
  if (secret) arm_name(named.parent.get(), named.name);
}

}  // namespace guard::supervisor
