// SPDX-License-Identifier: Apache-2.0
#include "console/option_parser.h"

#include <algorithm>
#include <array>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <cstdio>
#include <utility>

#include "base/text.h"
#include "console/complaint.h"
#include "console/manual/manual_page.h"
#include "console/offered_words.h"
#include "policy/key_names.h"

namespace guard::console {
namespace {

namespace po = boost::program_options;
using Words = std::vector<std::string>;

constexpr OptionRow kHelpRow = {"help", 'h', nullptr, "print this"};
// Not in the help: completion scripts ask with it.
constexpr OptionRow kPrintRow = {"print-options", 0, nullptr, ""};

std::vector<OptionRow> all_rows(const OptionTable& table) {
  std::vector<OptionRow> rows(table.rows.begin(), table.rows.end());
  rows.push_back(kHelpRow);
  rows.push_back(kPrintRow);
  return rows;
}

po::options_description described(const OptionTable& table) {
  po::options_description description;
  for (const OptionRow& row : all_rows(table)) {
    std::string spelling = row.name;
    if (row.letter != 0) spelling += std::string(",") + row.letter;
    if (row.value == nullptr)
      description.add_options()(spelling.c_str(), "");
    else
      description.add_options()(spelling.c_str(), po::value<std::string>(), "");
  }
  return description;
}

// True when this word is an option whose value is the next word.
bool awaits_value(const OptionTable& table, std::string_view word) {
  for (const OptionRow& row : table.rows) {
    if (row.value == nullptr) continue;
    if (word == std::string("--") + row.name) return true;
    if (row.letter != 0 && word == std::string("-") + row.letter) return true;
  }
  return false;
}

// Where guard's own words end: at `--`, or with takes_command at the first operand.
std::size_t own_words(const OptionTable& table, const Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") return i;
    const bool option = words[i].size() > 1 && words[i][0] == '-';
    if (table.takes_command && !option) return i;
    if (awaits_value(table, words[i])) ++i;
  }
  return words.size();
}

Error usage(std::string text) {
  return Error{Code::kInvalid, 0, std::move(text)};
}

Error unknown_option(const OptionTable& table, const std::string& typed) {
  Words names;
  for (const OptionRow& row : all_rows(table)) names.emplace_back(row.name);
  const std::size_t dashes = std::min(typed.find_first_not_of('-'), typed.size());
  const std::string bare = typed.substr(dashes, typed.find('=') - dashes);
  return usage("unknown option " + safe_text(typed) + suggestion("--", bare, names));
}

// The one place where Boost's exceptions end.
Result<std::vector<po::option>> boost_parse(const OptionTable& table, const Words& words) {
  const po::options_description description = described(table);
  const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  try {
    return po::command_line_parser(words).options(description).style(style).run().options;
  } catch (const po::unknown_option& error) {
    return forward(unknown_option(table, error.get_option_name()));
  } catch (const po::invalid_command_line_syntax& error) {
    const bool missing = error.kind() == po::invalid_command_line_syntax::missing_parameter ||
                         error.kind() == po::invalid_command_line_syntax::empty_adjacent_parameter;
    const std::string name = safe_text(error.get_option_name());
    return forward(usage(missing ? "option " + name + " needs a value"
                                 : "option " + name + " takes no value"));
  } catch (const std::exception& error) {
    return forward(usage(safe_text(error.what())));
  }
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row[b.size()];
}

std::string usage_line(const OptionTable& table) {
  std::string line = std::string("guard ") + table.command + " [options]";
  if (*table.operands != 0) line += std::string(" ") + table.operands;
  return line;
}

std::string left_column(const OptionRow& row) {
  std::string left = row.letter != 0 ? std::string("  -") + row.letter + ", " : "      ";
  left += std::string("--") + row.name;
  if (row.value != nullptr) left += std::string(" ") + row.value;
  return left;
}

// What the help calls a value -> what it may be.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kKnownValues = {{
    {"MODE", "paranoid|balanced|trusting"},
    {"LEVEL", "mediated|verified"},
    {"SCOPE", "once|command|session|30m|2h"},
    {"DECISION", "allow|ask|deny|block"},
    {"FORMAT", "jsonl|json|csv|ocsf"},
}};

template <class Names>
std::string lines_of(const Names& names) {
  std::string text;
  for (const auto& name : names) text += std::string(name) + "\n";
  return text;
}

// "on|off" -> "on\noff\n"
std::string alternatives(std::string_view value) {
  if (value == "CATEGORY" || value == "CATEGORIES") return lines_of(policy::category_names());
  if (value == "ACT") return lines_of(policy::act_names());
  for (const auto& [called, known] : kKnownValues) {
    if (value == called) value = known;
  }
  // In capitals stands what is not meant to be typed as it is.
  const bool is_placeholder =
      std::any_of(value.begin(), value.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (is_placeholder || value.find('|') == std::string_view::npos) return {};
  std::string text(value);
  std::replace(text.begin(), text.end(), '|', '\n');
  return text + "\n";
}

const OptionRow* row_named(const OptionTable& table, std::string_view option) {
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  for (const OptionRow& row : table.rows) {
    if (option == row.name || (option.size() == 1 && option[0] == row.letter)) return &row;
  }
  return nullptr;
}

// 1 where no value is to follow.
int print_values(const OptionTable& table, std::string_view option) {
  const OptionRow* const row = row_named(table, option);
  if (row == nullptr || row->value == nullptr) return 1;
  std::string text = alternatives(row->value);
  if (text.empty()) text = offered_words(table.command, row->value);
  if (text == kFilesLine) text.clear();  // what shells offer anyway
  std::fputs(text.c_str(), stdout);
  return 0;
}

int print_operands(const OptionTable& table) {
  std::string text = alternatives(table.operands);
  if (text.empty() && !table.takes_command) text = offered_words(table.command, table.operands);
  std::fputs(text.c_str(), stdout);
  return 0;
}

int print_manual(const OptionTable& table, bool whole) {
  return std::fputs((whole ? manual_page(table) : manual_part(table)).c_str(), stdout) < 0 ? 1 : 0;
}

// `--policy "$UNSET"` would else go on as if nothing had been asked for.
Result<void> check_value(const OptionTable& table, const po::option& option) {
  const bool empty = option.value.empty() || option.value[0].empty();
  for (const OptionRow& row : table.rows) {
    if (row.value != nullptr && option.string_key == row.name && empty)
      return forward(usage(std::string("option --") + row.name + " needs a value, not \"\""));
  }
  return {};
}

Result<void> check_operands(const OptionTable& table, std::size_t given) {
  if (given < table.min_operands)
    return forward(
        usage(std::string("missing ") + table.operands + " (usage: " + usage_line(table) + ")"));
  if (given > table.max_operands)
    return forward(usage("too many words (usage: " + usage_line(table) + ")"));
  return {};
}

}  // namespace

std::size_t ParsedOptions::count(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? 0 : found->second.size();
}

std::string ParsedOptions::get(std::string_view name, std::string otherwise) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::move(otherwise) : found->second.back();
}

std::vector<std::string> ParsedOptions::values(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? Words{} : found->second;
}

Result<ParsedOptions> parse_options(const OptionTable& table, const Words& words) {
  const auto split = words.begin() + static_cast<std::ptrdiff_t>(own_words(table, words));
  auto parsed = boost_parse(table, Words(words.begin(), split));
  if (!parsed) return forward(parsed.error());
  ParsedOptions options;
  for (const po::option& option : *parsed) {
    if (option.position_key >= 0) {
      options.operands_.insert(options.operands_.end(), option.value.begin(), option.value.end());
    } else if (auto fits = check_value(table, option); !fits) {
      return forward(fits.error());
    } else {
      options.values_[option.string_key].push_back(option.value.empty() ? "" : option.value[0]);
    }
  }
  if (split != words.end()) options.rest_.assign(split + (*split == "--" ? 1 : 0), words.end());
  if (options.has("help") || options.has("print-options")) return options;
  const std::size_t given =
      table.takes_command ? options.rest_.size() : options.operands_.size() + options.rest_.size();
  if (auto fits = check_operands(table, given); !fits) return forward(fits.error());
  return options;
}

tl::expected<ParsedOptions, int> parse_or_explain(const OptionTable& table, const Words& words,
                                                  int usage_status) {
  // These two are asked by completion scripts.
  if (words.size() == 2 && words[0] == "--print-values")
    return tl::make_unexpected(print_values(table, words[1]));
  if (words == Words{"--print-commands"}) return tl::make_unexpected(print_operands(table));
  if (words == Words{kPrintManual} || words == Words{kPrintManualPart})  // asked by the build
    return tl::make_unexpected(print_manual(table, words.front() == kPrintManual));
  auto options = parse_options(table, words);
  if (!options) {
    return tl::make_unexpected(complain(usage_status, std::string(table.command) + ": " +
                                                          options.error().text() + "; see guard " +
                                                          table.command + " --help"));
  }
  if (!options->has("help") && !options->has("print-options")) return std::move(*options);
  std::fputs((options->has("help") ? help_text(table) : option_names(table)).c_str(), stdout);
  return tl::make_unexpected(0);
}

namespace {

// TEXT behind what the line begins with, broken at blanks where a narrow terminal ends.
std::string wrapped(std::string line, std::string_view text) {
  constexpr std::size_t kWidth = 80;
  const std::size_t indent = line.size();
  while (indent + text.size() > kWidth) {
    const std::size_t blank = text.rfind(' ', kWidth - indent);
    if (blank == std::string_view::npos || blank == 0) break;
    line += std::string(text.substr(0, blank)) + "\n" + std::string(indent, ' ');
    text.remove_prefix(blank + 1);
  }
  return line + std::string(text) + "\n";
}

}  // namespace

std::string help_text(const OptionTable& table) {
  std::vector<OptionRow> rows(table.rows.begin(), table.rows.end());
  // A screen has 24 lines: a long table leaves none for blank ones, the longest none for what its
  // reader has just found out, nor for the example, which the manual page has too.
  constexpr std::size_t kRoomy = 17;
  constexpr std::size_t kFull = 20;
  if (rows.size() < kFull) rows.push_back(kHelpRow);
  const std::string gap = rows.size() > kRoomy ? "" : "\n";
  std::string text = "usage: " + usage_line(table) + "\n" + wrapped("", table.summary) + gap;
  std::size_t width = 0;
  for (const OptionRow& row : rows) width = std::max(width, left_column(row).size());
  for (const OptionRow& row : rows) {
    std::string line = left_column(row);
    line.resize(width + 2, ' ');
    text += wrapped(std::move(line), row.help);
  }
  if (*table.example != 0 && table.rows.size() <= kFull)
    text += gap + "example: " + table.example + "\n";
  text += table.statuses;
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

std::string option_names(const OptionTable& table) {
  std::string text;
  for (const OptionRow& row : table.rows) text += std::string("--") + row.name + "\n";
  return text + "--help\n";
}

std::string nearest_name(std::string_view typed, const Words& candidates) {
  std::size_t best = typed.size() / 3 + 1;
  std::string nearest;
  for (const std::string& candidate : candidates) {
    const bool begins = typed.size() >= 3 && candidate.starts_with(typed);
    const std::size_t distance = begins ? 0 : edit_distance(typed, candidate);
    if (distance > best || (distance == best && !nearest.empty())) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string suggestion(std::string_view prefix, std::string_view typed, const Words& candidates) {
  const std::string nearest = nearest_name(typed, candidates);
  return nearest.empty() ? "" : " (did you mean " + std::string(prefix) + nearest + "?)";
}

}  // namespace guard::console
