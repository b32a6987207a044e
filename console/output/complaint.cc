// SPDX-License-Identifier: Apache-2.0
#include "console/output/complaint.h"

#include <cstdio>

#include "base/text/text.h"

namespace guard::console {
namespace {

constexpr std::string_view kOwnBreak = "\n  ";

}  // namespace

std::string shown_lines(std::string_view text) {
  std::string lines;
  for (;;) {
    const std::size_t end = text.find(kOwnBreak);
    lines += safe_text(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    lines += kOwnBreak;
    text.remove_prefix(end + kOwnBreak.size());
  }
}

std::string complaint(std::string_view text) {
  return "guard: " + shown_lines(text) + "\n";
}

// The buffer of standard output is written first: both may go to one file.
int complain(int status, std::string_view text) {
  std::fflush(stdout);
  std::fputs(complaint(text).c_str(), stderr);
  return status;
}

}  // namespace guard::console
