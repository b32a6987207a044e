// SPDX-License-Identifier: Apache-2.0
#include "base/files/folder_format.h"

#include <cerrno>
#include <charconv>

#include "base/files/own_file.h"
#include "base/text/text.h"

namespace guard {
namespace {

OwnFile format_file(const std::string& folder) {
  return OwnFile(folder + "/format");
}

Result<int> number_in(const std::string& text, const std::string& folder) {
  if (text.empty()) return 1;
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const bool whole = error == std::errc() && (rest == end || (*rest == '\n' && rest + 1 == end));
  if (whole && number >= 1) return number;
  return fail(Code::kInvalid, safe_text(folder) + "/format holds no number");
}

Result<void> refuse_newer(int format, int newest, const std::string& folder) {
  if (format <= newest) return {};
  return fail(Code::kUnsupported, safe_text(folder) + " was written by a newer guard (format " +
                                      std::to_string(format) + "; this one knows " +
                                      std::to_string(newest) +
                                      "): use that guard, or name another folder");
}

}  // namespace

Result<int> format_of(const std::string& folder) {
  const auto text = format_file(folder).read();
  if (!text) return forward(text.error());
  return number_in(*text, folder);
}

Result<void> check_format(const std::string& folder, int newest) {
  const auto format = format_of(folder);
  // An approver of another user may not look into the folder, and reads nothing there.
  if (!format && format.error().sys_errno == EACCES) return {};
  if (!format) return forward(format.error());
  return refuse_newer(*format, newest, folder);
}

Result<void> bring_to_format(const std::string& folder, int newest,
                             std::span<const FormatStep> steps) {
  // Every start comes here: the lock is for those who change something.
  const auto now = format_of(folder);
  if (!now) return forward(now.error());
  if (*now == newest) return {};
  if (auto known = refuse_newer(*now, newest, folder); !known) return known;
  for (const FormatStep& step : steps) {
    const auto next = [&](const std::string& text) -> Result<std::string> {
      const auto format = number_in(text, folder);
      if (!format) return forward(format.error());
      if (*format != step.from) return text;  // another process was first
      if (auto taken = step.take_over(folder); !taken)
        return forward(taken.error().during("bring " + safe_text(folder) + " to format " +
                                            std::to_string(step.from + 1)));
      return std::to_string(step.from + 1) + "\n";
    };
    if (auto changed = format_file(folder).change(next); !changed) return changed;
  }
  return {};
}

}  // namespace guard
