// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/kept_secrets.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "base/files/own_file.h"
#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {
namespace {

constexpr std::string_view kContent = "/content/";

std::string notes_in(const std::string& session_folder) {
  return session_folder + "/secrets";
}

Result<std::vector<std::string>> names_in(const std::string& session_folder) {
  std::vector<std::string> names;
  const auto text = OwnFile(notes_in(session_folder)).read();
  if (!text) return forward(text.error());
  std::istringstream lines(*text);
  for (std::string name; std::getline(lines, name);)
    if (!name.empty() && name.find('/') == std::string::npos) names.push_back(std::move(name));
  return names;
}

}  // namespace

// It begins with the end of a line: what an earlier note left half spoils no other.
Result<void> note_kept_secret(const std::string& session_folder, std::string_view content) {
  const UniqueFd file(::open(notes_in(session_folder).c_str(),
                             O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.valid()) return fail_errno("note that a secret is kept");
  const std::string line = "\n" + std::string(content) + "\n";
  const ssize_t written = ::write(file.get(), line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size())) return {};
  if (written >= 0) errno = ENOSPC;  // a part of the line
  return fail_errno("note that a secret is kept");
}

Result<std::vector<std::string>> kept_secrets_in(const std::string& state_dir) {
  std::vector<std::string> paths;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(undo_root(state_dir), error), end;
       !error && entry != end; entry.increment(error)) {
    const std::string folder = entry->path().string();
    const auto names = names_in(folder);
    if (!names) return forward(names.error());
    for (const std::string& name : *names) paths.push_back(folder + std::string(kContent) + name);
  }
  if (error && error.value() != ENOENT)
    return fail_with(error.value(), "read " + safe_text(undo_root(state_dir)));
  return paths;
}

bool is_kept_secret(const std::string& state_dir, const std::string& path) {
  const std::size_t content = path.rfind(kContent);
  if (content == std::string::npos || !path.starts_with(undo_root(state_dir) + "/")) return false;
  const auto names = names_in(path.substr(0, content));
  return !names ||
         std::ranges::find(*names, path.substr(content + kContent.size())) != names->end();
}

bool keeps_secrets(const std::string& session_folder) {
  return ::access(notes_in(session_folder).c_str(), F_OK) == 0 || errno != ENOENT;
}

Result<void> sync_kept_secrets(const std::string& session_folder) {
  const UniqueFd file(::open(notes_in(session_folder).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file.valid() || ::fdatasync(file.get()) != 0)
    return fail_errno("note that a secret is kept");
  return {};
}

}  // namespace guard::supervisor
