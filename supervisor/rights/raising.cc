// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/raising.h"

#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>

namespace guard::supervisor {
namespace {

constexpr std::array<const char*, 2> kFolders = {"", "/../lib/guard"};
constexpr char kRelay[] = "/guard_relay";

}  // namespace

Result<std::string> find_relay() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const char* folder : kFolders) {
    const std::string path = self.parent_path().string() + folder + kRelay;
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return fail(Code::kUnsupported, "guard_relay is not installed");
}

namespace {

// A folder that all may write is root's as far as its entries go, where they stay their owner's
// (sticky, inode(7)).
bool is_roots_alone(const std::filesystem::path& path) {
  constexpr mode_t kOthersWrite = S_IWGRP | S_IWOTH;
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || status.st_uid != 0) return false;
  const bool keeps_owners = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
  return (status.st_mode & kOthersWrite) == 0 || keeps_owners;
}

}  // namespace

Result<std::string> guard_for_root() {
  std::error_code error;
  const auto self = std::filesystem::canonical("/proc/self/exe", error);
  if (error) return fail_with(error.value(), "guard's own program");
  std::filesystem::path at;
  for (const auto& part : self) {
    at /= part;
    if (!is_roots_alone(at))
      return fail(Code::kRefused,
                  "sudo: {supervise: on} wants a guard that root alone can change, "
                  "and others can change " +
                      at.string());
  }
  return self.string();
}

std::string why_not_raised(const policy::Policy* policy) {
  if (::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 0)
    return "guard itself was started under no_new_privs";
  const auto relay = find_relay();
  if (!relay) return relay.error().text();
  if (policy == nullptr || !policy->sudo_supervise) return {};
  const auto guard = guard_for_root();
  return guard ? std::string() : guard.error().context;
}

policy::Raising raising_of(const policy::Policy& policy) {
  if (::geteuid() == 0) return policy::Raising::kInTree;
  const bool wanted = policy.sudo == policy::SudoUse::kAsk;
  if (!wanted || !why_not_raised(&policy).empty()) return policy::Raising::kNever;
  return policy.sudo_supervise ? policy::Raising::kSupervised : policy::Raising::kOutside;
}

}  // namespace guard::supervisor
