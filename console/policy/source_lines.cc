// SPDX-License-Identifier: Apache-2.0
#include "console/policy/source_lines.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/text.h"
#include "policy/text/faults.h"

namespace guard::console {
namespace {

constexpr std::size_t kMostColumns = 96;  // of a line of the file
constexpr std::size_t kBeforeMark = 60;   // of them, before the place where the line is longer

struct Place {
  std::string_view line;  // without its end
  std::size_t number = 0;
  std::size_t column = 0;  // from 1, in bytes, as the parser counts
};

std::optional<std::size_t> number_at(std::string_view& rest) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || number == 0 || end == rest.data() + rest.size() || *end != ':')
    return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()) + 1);
  return number;
}

std::optional<std::string_view> line_of(std::string_view text, std::size_t number) {
  for (std::size_t at = 0, line = 1;; ++line) {
    const std::size_t end = text.find('\n', at);
    if (line == number) {
      std::string_view found = text.substr(at, end == std::string_view::npos ? end : end - at);
      if (found.ends_with('\r')) found.remove_suffix(1);
      return found;
    }
    if (end == std::string_view::npos) return std::nullopt;
    at = end + 1;
  }
}

std::optional<Place> place_of(std::string_view fault,
                              const std::vector<policy::PolicyFile>& files) {
  for (const policy::PolicyFile& file : files) {
    if (!fault.starts_with(file.name + ":")) continue;
    std::string_view rest = fault.substr(file.name.size() + 1);
    const auto number = number_at(rest);
    const auto column = number ? number_at(rest) : std::nullopt;
    const auto line = column ? line_of(file.text, *number) : std::nullopt;
    if (line && !line->empty()) return Place{*line, *number, *column};
  }
  return std::nullopt;
}

// `rule allow-kub: sub: "aply" is ...` -> aply; a rule's own faults quote the word that is wrong.
std::string_view word_named(std::string_view fault) {
  const std::size_t rule = fault.find(":1: rule ");
  const std::size_t begin = rule == std::string_view::npos ? rule : fault.find('"', rule);
  const std::size_t end = begin == std::string_view::npos ? begin : fault.find('"', begin + 1);
  return end == std::string_view::npos ? std::string_view()
                                       : fault.substr(begin + 1, end - begin - 1);
}

bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

std::size_t find_word(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos;
       at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_part_of_word(line[at - 1])) &&
        (end == line.size() || !is_part_of_word(line[end])))
      return at;
  }
  return std::string_view::npos;
}

// Within the rule that begins at PLACE: up to the next item of its list.
std::optional<Place> place_of_word(std::string_view text, const Place& rule,
                                   std::string_view word) {
  constexpr std::size_t kMostLines = 100;
  const std::size_t indent = rule.line.find_first_not_of(' ');
  for (std::size_t ahead = 0; ahead < kMostLines; ++ahead) {
    const auto line = line_of(text, rule.number + ahead);
    if (!line) return std::nullopt;
    const std::size_t begin = line->find_first_not_of(' ');
    const bool is_next = ahead > 0 && begin != std::string_view::npos && begin <= indent;
    if (is_next && (*line)[begin] != '#') return std::nullopt;
    const std::size_t at = find_word(*line, word);
    if (at != std::string_view::npos) return Place{*line, rule.number + ahead, at + 1};
  }
  return std::nullopt;
}

// FAULT with the place of the word that it quotes, where that is not the rule's first line.
std::string at_its_word(std::string fault, const std::vector<policy::PolicyFile>& files) {
  const std::string word(word_named(fault));
  const auto rule = word.empty() ? std::nullopt : place_of(fault, files);
  if (!rule) return fault;
  for (const policy::PolicyFile& file : files) {
    const std::string old_place = file.name + ":" + std::to_string(rule->number) + ":1:";
    const auto place =
        fault.starts_with(old_place) ? place_of_word(file.text, *rule, word) : std::nullopt;
    if (place)
      return file.name + ":" + std::to_string(place->number) + ":" + std::to_string(place->column) +
             ":" + fault.substr(old_place.size());
  }
  return fault;
}

// Where the character begins that has this byte, from 1.
std::size_t byte_of(std::string_view line, std::size_t column) {
  std::size_t at = std::min(column - 1, line.size());
  while (at > 0 && at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80) --at;
  return at;
}

std::string shown(std::string_view text) {
  std::string plain(text);
  std::ranges::replace(plain, '\t', ' ');
  return safe_text(plain);
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string source_of(const Place& place) {
  std::size_t begin = 0;
  std::size_t at = byte_of(place.line, place.column);
  // Column 1 stands for the line as a whole: blanks before it are nothing to look at.
  if (place.column == 1) at = std::min(place.line.find_first_not_of(" \t"), place.line.size() - 1);
  if (place.column > kMostColumns) begin = byte_of(place.line, place.column - kBeforeMark);
  const std::string number = std::to_string(place.number);
  const std::string break_and_indent = std::string(policy::kFaultBreak) + "  ";
  const std::string before = shown(place.line.substr(begin, at - begin));
  return break_and_indent + number + " | " +
         shortened(shown(place.line.substr(begin)), kMostColumns) + break_and_indent +
         std::string(number.size(), ' ') + " | " + std::string(characters(before), ' ') + "^";
}

}  // namespace

Error with_source_lines(Error error, const std::vector<policy::PolicyFile>& files) {
  std::string context;
  for (const std::string& found : policy::faults_in(error.context)) {
    const std::string fault = at_its_word(found, files);
    context += (context.empty() ? "" : std::string(policy::kFaultBreak)) + fault;
    if (const auto place = place_of(fault, files)) context += source_of(*place);
  }
  error.context = std::move(context);
  return error;
}

}  // namespace guard::console
