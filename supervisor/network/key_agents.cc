// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/key_agents.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/text/path.h"
#include "policy/text/glob.h"

namespace guard::supervisor {
namespace {

constexpr std::array<std::string_view, 11> kOfSsh = {
    "/tmp/ssh-*/agent.*",           "**/S.gpg-agent.ssh",        "/run/user/*/keyring/ssh",
    "/run/user/*/keyring/.ssh",     "/run/user/*/gcr/ssh",       "/run/user/*/gcr/.ssh",
    "/run/user/*/ssh-agent*",       "/run/user/*/openssh_agent", "**/.1password/agent.sock",
    "**/.bitwarden-ssh-agent.sock", "**/.ssh/agent/**"};

constexpr std::array<std::string_view, 3> kOfGpg = {"**/S.gpg-agent", "**/S.gpg-agent.extra",
                                                    "**/S.gpg-agent.browser"};

template <std::size_t kCount>
bool fits(const std::array<std::string_view, kCount>& globs, const std::string& path) {
  return std::ranges::any_of(
      globs, [&](std::string_view glob) { return policy::path_glob_matches(glob, path); });
}

}  // namespace

KeyAgents KeyAgents::of_environment() {
  const char* named = std::getenv("SSH_AUTH_SOCK");
  if (named == nullptr || *named == '\0') return KeyAgents("");
  std::error_code error;
  const auto path = std::filesystem::canonical(named, error);
  return KeyAgents(error ? std::string(named) : path.string());
}

KeyAgent KeyAgents::at(const std::string& path) const {
  if (!known_ || path.empty()) return KeyAgent::kNone;
  if (fits(kOfGpg, path)) return KeyAgent::kGpg;
  return path == ssh_socket_ || fits(kOfSsh, path) ? KeyAgent::kSsh : KeyAgent::kNone;
}

}  // namespace guard::supervisor
