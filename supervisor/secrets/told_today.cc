// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secrets/told_today.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/audit/store/private_folder.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostKept = 64 * 1024;  // bytes: no day has that many

std::string today() {
  return iso_time(std::chrono::system_clock::now()).substr(0, 10);
}

UniqueFd open_lines(const std::string& folder) {
  return UniqueFd(::open((folder + "/told_today").c_str(),
                         O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600));
}

std::optional<std::string> content_of(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  std::string text(kMostKept, '\0');
  const ssize_t got = ::pread(file, text.data(), text.size(), 0);
  if (got < 0) return std::nullopt;
  text.resize(static_cast<std::size_t>(got));
  return text;
}

// True: LINE was there. The first line is the day; of another day nothing counts.
bool was_told(int file, const std::string& line) {
  auto text = content_of(file);
  if (!text) return false;
  std::istringstream lines(*text);
  std::string one;
  const std::string day = today();
  if (!std::getline(lines, one) || one != day || text->size() == kMostKept) {
    if (::ftruncate(file, 0) != 0) return false;
    const std::string head = day + "\n";
    if (::write(file, head.data(), head.size()) < 0) return false;
    lines.str("");
  }
  while (std::getline(lines, one))
    if (one == line) return true;
  const std::string kept = line + "\n";
  [[maybe_unused]] const ssize_t written = ::write(file, kept.data(), kept.size());
  return false;
}

}  // namespace

std::function<void(const std::string&)> once_a_day(const std::string& state_folder,
                                                   std::function<void(const std::string&)> tell) {
  if (state_folder.empty()) return tell;
  return [state_folder, tell = std::move(tell)](const std::string& line) {
    const auto folder = open_private_folder(state_folder);
    const UniqueFd file = folder ? open_lines(*folder) : UniqueFd();
    if (!file.valid() || !was_told(file.get(), safe_text(line))) tell(line);
  };
}

}  // namespace guard::supervisor
