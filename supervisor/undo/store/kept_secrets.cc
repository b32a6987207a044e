// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/kept_secrets.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/files/unique_fd.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {
namespace {

constexpr std::string_view kContent = "/content/";

std::string notes_in(const std::string& session_folder) {
  return session_folder + "/secrets";
}

std::vector<std::string> names_in(const std::string& session_folder) {
  std::vector<std::string> names;
  std::ifstream file(notes_in(session_folder));
  for (std::string name; std::getline(file, name);)
    if (!name.empty() && name.find('/') == std::string::npos) names.push_back(std::move(name));
  return names;
}

}  // namespace

Result<void> note_kept_secret(const std::string& session_folder, std::string_view content) {
  const UniqueFd file(::open(notes_in(session_folder).c_str(),
                             O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.valid()) return fail_errno("note that a secret is kept");
  const std::string line = std::string(content) + "\n";
  const ssize_t written = ::write(file.get(), line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size())) return {};
  if (written >= 0) errno = ENOSPC;  // a part of the line
  return fail_errno("note that a secret is kept");
}

std::vector<std::string> kept_secrets_in(const std::string& state_dir) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(undo_root(state_dir), error)) {
    const std::string folder = entry.path().string();
    for (const std::string& name : names_in(folder))
      paths.push_back(folder + std::string(kContent) + name);
  }
  return paths;
}

bool is_kept_secret(const std::string& state_dir, const std::string& path) {
  const std::size_t content = path.rfind(kContent);
  if (content == std::string::npos || !path.starts_with(undo_root(state_dir) + "/")) return false;
  const std::string name = path.substr(content + kContent.size());
  for (const std::string& kept : names_in(path.substr(0, content)))
    if (kept == name) return true;
  return false;
}

bool keeps_secrets(const std::string& session_folder) {
  return ::access(notes_in(session_folder).c_str(), F_OK) == 0;
}

}  // namespace guard::supervisor
