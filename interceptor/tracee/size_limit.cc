// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee/size_limit.h"

#include <charconv>
#include <limits>

#include "interceptor/process/proc_status.h"

namespace guard::interceptor {

Result<std::uint64_t> parse_file_size_limit(std::string_view text) {
  constexpr std::string_view kName = "Max file size";
  const std::size_t at = text.find(kName);
  if (at == std::string_view::npos) return fail(Code::kUnreadable, "limits");
  text.remove_prefix(at + kName.size());
  const std::size_t value = text.find_first_not_of(' ');
  if (value == std::string_view::npos) return fail(Code::kUnreadable, "limits");
  text.remove_prefix(value);
  if (text.starts_with("unlimited")) return std::numeric_limits<std::uint64_t>::max();
  std::uint64_t limit = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (read.ec != std::errc{}) return fail(Code::kUnreadable, "limits");
  return limit;
}

Result<std::uint64_t> file_size_limit(const Tracee& tracee) {
  const auto text = read_small_file(tracee.proc.get(), "limits");
  if (!text) return forward(text.error());
  return parse_file_size_limit(*text);
}

}  // namespace guard::interceptor
