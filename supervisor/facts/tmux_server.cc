// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/tmux_server.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "base/files/unique_fd.h"

namespace guard::supervisor {
namespace {

std::string value_in(const std::vector<std::string>& environment, std::string_view name) {
  const auto entry = std::ranges::find_if(environment, [&](std::string_view one) {
    return one.starts_with(name) && one.substr(name.size()).starts_with('=');
  });
  return entry == environment.end() ? std::string() : entry->substr(name.size() + 1);
}

std::string in_tmux_folder(const std::string& name, const std::vector<std::string>& environment) {
  std::string folder = value_in(environment, "TMUX_TMPDIR");
  if (folder.empty()) folder = "/tmp";
  return folder + "/tmux-" + std::to_string(::getuid()) + "/" + name;
}

}  // namespace

std::string tmux_socket_of(const policy::CommandLine& line,
                           const std::vector<std::string>& environment) {
  if (const auto path = line.value_of("S")) return path->starts_with('/') ? *path : std::string();
  if (const auto name = line.value_of("L")) {
    const bool plain = !name->empty() && name->find('/') == std::string::npos;
    return plain ? in_tmux_folder(*name, environment) : std::string();
  }
  const std::string inside = value_in(environment, "TMUX");
  if (inside.empty()) return in_tmux_folder("default", environment);
  return inside.starts_with('/') ? inside.substr(0, inside.find(',')) : std::string();
}

bool speaks_to_own_tmux(const PathFacts& paths, const policy::CommandLine& line,
                        const std::vector<std::string>& environment) {
  const std::string path = tmux_socket_of(line, environment);
  if (path.empty()) return false;
  const UniqueFd fd(::open(path.c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW));
  if (!fd.valid()) return false;
  const policy::Object socket = paths.describe_held(fd.get());
  return socket.type == policy::ObjectType::kSocket &&
         socket.recoverability == policy::Recoverability::kBorn;
}

}  // namespace guard::supervisor
