// SPDX-License-Identifier: Apache-2.0
#include "base/process/process_stat.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "base/files/unique_fd.h"

namespace guard {
namespace {

// Counted from the field after the name, which may hold spaces and brackets.
constexpr std::size_t kState = 0;
constexpr std::size_t kParent = 1;
constexpr std::size_t kStarted = 19;

std::vector<std::string_view> fields_after_name(std::string_view text) {
  std::vector<std::string_view> fields;
  const std::size_t name_end = text.rfind(')');
  std::size_t begin = name_end == std::string_view::npos ? text.size() : name_end + 1;
  while (fields.size() <= kStarted) {
    begin = text.find_first_not_of(" \n", begin);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    fields.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return fields;
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::optional<ProcessStat> parse_process_stat(std::string_view text) {
  const auto fields = fields_after_name(text);
  ProcessStat stat;
  if (fields.size() <= kStarted || fields[kState].size() != 1) return std::nullopt;
  stat.state = fields[kState].front();
  if (!read_number(fields[kParent], stat.parent) || !read_number(fields[kStarted], stat.started))
    return std::nullopt;
  return stat;
}

std::optional<ProcessStat> read_process_stat(pid_t pid) {
  const UniqueFd fd(
      ::open(("/proc/" + std::to_string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 1024> buffer{};
  const ssize_t size = fd.valid() ? ::read(fd.get(), buffer.data(), buffer.size()) : -1;
  if (size <= 0) return std::nullopt;
  return parse_process_stat({buffer.data(), static_cast<std::size_t>(size)});
}

}  // namespace guard
