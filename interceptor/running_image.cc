// SPDX-License-Identifier: Apache-2.0
#include "interceptor/running_image.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <string_view>
#include <vector>

#include "base/unique_fd.h"
#include "base/weaken.h"
#include "interceptor/exec_verifier.h"
#include "interceptor/proc_status.h"

namespace guard::interceptor {
namespace {

// "a\0b\0" against {a, b}, without building a copy.
bool equals_list(std::string_view text, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (text.size() <= word.size() || !text.starts_with(word) || text[word.size()] != '\0')
      return false;
    text.remove_prefix(word.size() + 1);
  }
  return text.empty();
}

bool same_time(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool file_equals(int proc, const char* name, const std::vector<std::string>& words) {
  const auto text = read_small_file(proc, name);
  return text && equals_list(*text, words);
}

}  // namespace

std::optional<std::string> difference_from(const ExpectedImage& expected, pid_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  const UniqueFd proc(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!proc.valid()) return "its /proc entry cannot be read";
  struct stat image {};
  if (::fstatat(proc.get(), "exe", &image, 0) != 0) return "its image cannot be read";
  if (image.st_dev != expected.device || image.st_ino != expected.inode)
    return "another program than was judged";
  if (!same_time(image.st_ctim, expected.changed) && !weakened("image-content"))
    return "a program that was changed after it was judged";
  if (!file_equals(proc.get(), "cmdline", expected.argv)) return "other arguments than were judged";
  if (!file_equals(proc.get(), "environ", expected.envp))
    return "another environment than was judged";
  return std::nullopt;
}

}  // namespace guard::interceptor
