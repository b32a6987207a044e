// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/raising.h"

#include <sys/prctl.h>
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

std::string why_not_raised() {
  if (::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 0)
    return "guard itself was started under no_new_privs";
  const auto relay = find_relay();
  return relay ? std::string() : relay.error().text();
}

policy::Raising raising_of(const policy::Policy& policy) {
  if (::geteuid() == 0) return policy::Raising::kInTree;
  const bool wanted = policy.sudo == policy::SudoUse::kAsk;
  return wanted && why_not_raised().empty() ? policy::Raising::kOutside : policy::Raising::kNever;
}

}  // namespace guard::supervisor
