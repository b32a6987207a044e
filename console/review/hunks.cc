// SPDX-License-Identifier: Apache-2.0
#include "console/review/hunks.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text/text.h"

namespace guard::console {
namespace {

constexpr std::size_t kMostNumber = 1'000'000;

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end == std::string_view::npos ? end : end + 1);
  text.remove_prefix(line.size());
  return line;
}

std::optional<std::size_t> take_number(std::string_view& text) {
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return number;
}

bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// "12,3" or "12".
bool take_range(std::string_view& text, std::size_t& line, std::size_t& lines) {
  const auto first = take_number(text);
  if (!first) return false;
  line = *first;
  lines = 1;
  if (!take_word(text, ",")) return true;
  const auto count = take_number(text);
  lines = count.value_or(0);
  return count.has_value();
}

std::optional<Hunk> head_of(std::string_view line) {
  Hunk hunk;
  const bool is_head = take_word(line, "@@ -") && take_range(line, hunk.old_line, hunk.old_lines) &&
                       take_word(line, " +") && take_range(line, hunk.new_line, hunk.new_lines) &&
                       take_word(line, " @@");
  return is_head ? std::optional(std::move(hunk)) : std::nullopt;
}

// The lines that the head of HUNK announced.
bool take_lines(std::string_view& text, Hunk& hunk) {
  std::size_t old_left = hunk.old_lines;
  std::size_t new_left = hunk.new_lines;
  while (old_left + new_left > 0) {
    const std::string_view line = take_line(text);
    if (line.empty()) return false;
    const bool is_old = line[0] == '-' || line[0] == ' ';
    const bool is_new = line[0] == '+' || line[0] == ' ';
    if ((!is_old && !is_new) || (is_old && old_left == 0) || (is_new && new_left == 0))
      return false;
    old_left -= is_old ? 1 : 0;
    new_left -= is_new ? 1 : 0;
    hunk.lines.emplace_back(line);
    // "\ No newline at end of file", whatever the language.
    if (!text.starts_with('\\')) continue;
    (void)take_line(text);
    if (hunk.lines.back().ends_with('\n')) hunk.lines.back().pop_back();
  }
  return true;
}

std::string side_of(const Hunk& hunk, char mark) {
  std::string text;
  for (const std::string& line : hunk.lines)
    if (line[0] == ' ' || line[0] == mark) text += line.substr(1);
  return text;
}

Error changed_meanwhile() {
  return Error{Code::kBusy, 0, "the file was changed meanwhile"};
}

}  // namespace

Result<std::vector<Hunk>> hunks_of(std::string_view difference) {
  std::vector<Hunk> hunks;
  while (!difference.empty()) {
    auto hunk = head_of(take_line(difference));
    if (!hunk && hunks.empty()) continue;  // what names the files
    if (!hunk || !take_lines(difference, *hunk))
      return fail(Code::kInvalid, "the difference cannot be read");
    hunks.push_back(std::move(*hunk));
  }
  return hunks;
}

Result<std::string> without_hunks(std::string_view text, const std::vector<Hunk>& hunks,
                                  const std::set<std::size_t>& numbers) {
  if (!numbers.empty() && (*numbers.begin() == 0 || *numbers.rbegin() > hunks.size()))
    return fail(Code::kInvalid, std::string(hunks.size() == 1 ? "there is " : "there are ") +
                                    count_text(hunks.size(), "hunk", "hunks"));
  std::string result;
  std::size_t line = 1;  // of TEXT, the next one
  for (std::size_t i = 0; i < hunks.size(); ++i) {
    const Hunk& hunk = hunks[i];
    const std::size_t first = hunk.new_line + (hunk.new_lines == 0 ? 1 : 0);
    for (; line < first && !text.empty(); ++line) result += take_line(text);
    const std::string is = side_of(hunk, '+');
    if (line != first || !text.starts_with(is)) return forward(changed_meanwhile());
    text.remove_prefix(is.size());
    line += hunk.new_lines;
    result += numbers.contains(i + 1) ? side_of(hunk, '-') : is;
  }
  return result + std::string(text);
}

Result<std::set<std::size_t>> hunk_numbers(std::string_view text) {
  std::set<std::size_t> numbers;
  const auto wrong = [] {
    return fail(Code::kInvalid, "write the numbers of hunks, as 1,3 or 2-4");
  };
  do {
    const auto first = take_number(text);
    const auto last = first && take_word(text, "-") ? take_number(text) : first;
    if (!last || *first == 0 || *last < *first || *last > kMostNumber) return wrong();
    for (std::size_t number = *first; number <= *last; ++number) numbers.insert(number);
  } while (take_word(text, ","));
  return text.empty() ? Result<std::set<std::size_t>>(std::move(numbers)) : wrong();
}

}  // namespace guard::console
