// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/head_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <memory>
#include <sstream>
#include <vector>

#include "base/text.h"
#include "base/unique_fd.h"
#include "supervisor/audit/private_folder.h"

namespace guard::supervisor {
namespace {

constexpr std::string_view kDraft = ".draft";  // no session's name begins with a dot

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

std::string folder_of(const std::string& directory) {
  return directory + "/" + kHeadsFolder;
}

// "" for what head_name never makes.
std::string session_of(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const std::size_t length = name.front() == '%' ? 3 : 1;
    if (name.size() < length) return "";
    unsigned value = static_cast<unsigned char>(name.front());
    if (length == 3 &&
        std::from_chars(name.data() + 1, name.data() + 3, value, 16).ptr != name.data() + 3)
      return "";
    if (length == 1 && !is_plain(name.front())) return "";
    out += static_cast<char>(value);
    name.remove_prefix(length);
  }
  return out;
}

std::string first_bytes(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  std::array<char, 256> bytes{};
  const ssize_t count = file.valid() ? ::read(file.get(), bytes.data(), bytes.size()) : -1;
  return count > 0 ? std::string(bytes.data(), static_cast<std::size_t>(count)) : "";
}

Head read_head(const std::string& path) {
  std::istringstream in(first_bytes(path));
  Head head;
  in >> head.end.seq >> head.end.hash >> head.boot;
  head.is_sound = !in.fail() && head.end.hash.size() == kFirstPrevHash.size();
  return head;
}

Result<void> write_draft(const std::string& path, const std::string& line) {
  const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                             S_IRUSR | S_IWUSR));
  if (!file.valid()) return fail_errno(safe_text(path));
  const ssize_t written = ::write(file.get(), line.data(), line.size());
  if (written < 0) return fail_errno(safe_text(path));
  if (static_cast<std::size_t>(written) != line.size()) return fail_with(ENOSPC, safe_text(path));
  return {};
}

}  // namespace

std::string head_name(std::string_view session_id) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : session_id) {
    if (is_plain(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += {'%', kDigits[byte >> 4U], kDigits[byte & 15U]};
  }
  return out;
}

std::string boot_id() {
  std::string text = first_bytes("/proc/sys/kernel/random/boot_id");
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Result<void> write_head(const std::string& directory, const std::string& session_id,
                        const ChainEnd& end) {
  static const std::string boot = boot_id();
  const auto folder = open_private_folder(folder_of(directory));
  if (!folder) return forward(folder.error());
  const std::string name = head_name(session_id);
  const std::string draft = *folder + "/" + std::string(kDraft) + name;
  const std::string line =
      std::to_string(end.seq) + " " + end.hash + " " + (boot.empty() ? "-" : boot) + "\n";
  auto written = write_draft(draft, line);
  if (written && ::rename(draft.c_str(), (*folder + "/" + name).c_str()) != 0)
    written = fail_errno(safe_text(draft));
  if (!written) ::unlink(draft.c_str());
  return written;
}

Result<void> remove_head(const std::string& directory, const std::string& session_id) {
  const std::string path = folder_of(directory) + "/" + head_name(session_id);
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return fail_errno(safe_text(path));
  return {};
}

Result<std::map<std::string, Head>> read_heads(const std::string& directory) {
  std::map<std::string, Head> heads;
  const std::string path = folder_of(directory);
  const std::unique_ptr<DIR, CloseFolder> folder(::opendir(path.c_str()));
  if (folder == nullptr && errno == ENOENT) return heads;
  if (folder == nullptr) return fail_errno(safe_text(path));
  while (const dirent* found = ::readdir(folder.get())) {
    const std::string name = found->d_name;
    const std::string session = session_of(name);
    if (!session.empty()) heads.emplace(session, read_head(path + "/" + name));
  }
  return heads;
}

}  // namespace guard::supervisor
