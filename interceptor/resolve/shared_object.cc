// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/shared_object.h"

#include <fcntl.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string>
#include <vector>

#include "interceptor/process/proc_status.h"

namespace guard::interceptor {
namespace {

struct KindRow {
  int number;
  const char* kind;
};
constexpr std::array kKinds = {KindRow{SYS_shmctl, "shm"}, KindRow{SYS_semctl, "sem"},
                               KindRow{SYS_msgctl, "msg"}};

using Words = std::vector<std::string_view>;

Words words_of(std::string_view line) {
  Words words;
  while (true) {
    const std::size_t start = line.find_first_not_of(' ');
    if (start == std::string_view::npos) return words;
    line.remove_prefix(start);
    const std::size_t end = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

// The columns differ by kind and kernel: their names stand in the first line.
std::int64_t column(const Words& names, const Words& values, std::string_view name) {
  const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  if (at >= values.size()) return 0;
  std::int64_t value = 0;
  std::from_chars(values[at].data(), values[at].data() + values[at].size(), value);
  return value;
}

}  // namespace

Result<SharedObject> parse_shared_object(std::string_view text, const char* kind, int id) {
  Words names;
  constexpr std::size_t kIdColumn = 1;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const Words values = words_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (names.empty()) {
      names = values;
      continue;
    }
    if (values.size() <= kIdColumn || values[kIdColumn] != std::to_string(id)) continue;
    return SharedObject{
        kind,
        id,
        column(names, values, "ctime"),
        static_cast<pid_t>(column(names, values, "cpid")),
        static_cast<uid_t>(column(names, values, "uid")),
        static_cast<uid_t>(column(names, values, "cuid")),
        static_cast<std::uint64_t>(column(names, values, "size") + column(names, values, "cbytes")),
        false};
  }
  return fail_with(EINVAL, "no such System V object");
}

Result<SharedObject> read_shared_object(int number, int id) {
  const auto* row = std::ranges::find(kKinds, number, &KindRow::number);
  if (row == kKinds.end()) return fail_with(EINVAL, "no System V call");
  const auto text = read_small_file(AT_FDCWD, (std::string("/proc/sysvipc/") + row->kind).c_str());
  if (!text) return forward(text.error());
  return parse_shared_object(*text, row->kind, id);
}

}  // namespace guard::interceptor
