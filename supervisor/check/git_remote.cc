// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/git_remote.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/files/unique_fd.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostSettings = 65536;

std::string beginning_of(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  std::string text;
  std::array<char, 4096> part{};
  while (file.valid() && text.size() < kMostSettings) {
    const ssize_t got = ::read(file.get(), part.data(), part.size());
    if (got <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// "url = X" or "pushurl = X"; empty: another key.
std::string_view url_of(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos || trimmed(line.substr(0, equals)) != "url") return {};
  return trimmed(line.substr(equals + 1));
}

}  // namespace

std::string remote_in(std::string_view settings, std::string_view remote) {
  const std::string wanted = "[remote \"" + std::string(remote) + "\"]";
  bool inside = false;
  while (!settings.empty()) {
    const std::size_t end = std::min(settings.find('\n'), settings.size());
    const std::string_view line = trimmed(settings.substr(0, end));
    settings.remove_prefix(std::min(settings.size(), end + 1));
    if (line.starts_with('[')) inside = line == wanted;
    if (const auto url = url_of(line); inside && !url.empty()) return std::string(url);
  }
  return {};
}

std::string remote_address(const std::string& folder, std::string_view remote) {
  std::string at = folder;
  while (!at.empty()) {
    const std::string settings = at + "/.git/config";
    if (::access(settings.c_str(), F_OK) == 0) return remote_in(beginning_of(settings), remote);
    at.resize(at.rfind('/') == std::string::npos ? 0 : at.rfind('/'));
  }
  return {};
}

}  // namespace guard::supervisor
