// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/store/head_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <memory>
#include <sstream>
#include <thread>

#include "base/files/directory.h"
#include "base/text/text.h"
#include "supervisor/audit/record/digest.h"
#include "supervisor/audit/store/private_folder.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kSeqWidth = 20;
constexpr std::size_t kBootWidth = 36;
constexpr std::size_t kCheckWidth = 16;
// A reader may come while the line is written over.
constexpr int kReadTries = 20;
constexpr auto kReadAgain = std::chrono::milliseconds(1);

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

std::string folder_of(const std::string& directory) {
  return directory + "/" + kHeadsFolder;
}

std::string first_bytes(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  std::array<char, 256> bytes{};
  const ssize_t count = file.valid() ? ::read(file.get(), bytes.data(), bytes.size()) : -1;
  return count > 0 ? std::string(bytes.data(), static_cast<std::size_t>(count)) : "";
}

std::string check_of(std::string_view text) {
  return sha256_hex(text).substr(0, kCheckWidth);
}

std::string line_of(const ChainEnd& end, std::string boot) {
  std::string seq = std::to_string(end.seq);
  seq.insert(0, kSeqWidth - std::min(kSeqWidth, seq.size()), '0');
  boot.resize(kBootWidth, '-');
  const std::string text = seq + " " + end.hash + " " + boot;
  return text + " " + check_of(text) + "\n";
}

Head parse_head(const std::string& line) {
  std::istringstream in(line);
  Head head;
  std::string check;
  in >> head.end.seq >> head.end.hash >> head.boot >> check;
  head.is_sound = !in.fail() && line_of(head.end, head.boot) == line;
  return head;
}

Head read_head(const std::string& path) {
  Head head = parse_head(first_bytes(path));
  for (int tries = 1; !head.is_sound && tries < kReadTries; ++tries) {
    std::this_thread::sleep_for(kReadAgain);
    head = parse_head(first_bytes(path));
  }
  return head;
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

std::string session_of_head(std::string_view name) {
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

std::string boot_id() {
  std::string text = first_bytes("/proc/sys/kernel/random/boot_id");
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Result<HeadFile> HeadFile::open(const std::string& directory, const std::string& session_id) {
  const auto folder = open_private_folder(folder_of(directory));
  if (!folder) return forward(folder.error());
  const std::string path = *folder + "/" + head_name(session_id);
  UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                       S_IRUSR | S_IWUSR));
  if (!file.valid()) return fail_errno(safe_text(path));
  struct stat found {};
  if (::fstat(file.get(), &found) != 0) return fail_errno(safe_text(path));
  HeadFile head(std::move(file), path);
  if (found.st_size != 0) return head;
  if (const auto written = head.write({}); !written) return forward(written.error());
  return head;
}

Result<void> HeadFile::write(const ChainEnd& end) {
  static const std::string boot = boot_id();
  const std::string line = line_of(end, boot);
  const ssize_t written = ::pwrite(file_.get(), line.data(), line.size(), 0);
  if (written < 0) return fail_errno(safe_text(path_));
  if (static_cast<std::size_t>(written) != line.size()) return fail_with(ENOSPC, safe_text(path_));
  return {};
}

void HeadFile::sync() const {
  ::fdatasync(file_.get());
}

Result<void> remove_head(const std::string& directory, const std::string& session_id) {
  const std::string path = folder_of(directory) + "/" + head_name(session_id);
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return fail_errno(safe_text(path));
  return {};
}

Result<std::map<std::string, Head>> read_heads(const std::string& directory) {
  std::map<std::string, Head> heads;
  const std::string path = folder_of(directory);
  const Directory folder(::opendir(path.c_str()));
  if (folder == nullptr && errno == ENOENT) return heads;
  if (folder == nullptr) return fail_errno(safe_text(path));
  while (const dirent* found = ::readdir(folder.get())) {
    const std::string name = found->d_name;
    const std::string session = session_of_head(name);
    if (!session.empty()) heads.emplace(session, read_head(path + "/" + name));
  }
  return heads;
}

}  // namespace guard::supervisor
