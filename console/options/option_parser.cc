// SPDX-License-Identifier: Apache-2.0
#include "console/options/option_parser.h"

#include <algorithm>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <utility>

#include "base/text/edit_distance.h"
#include "base/text/text.h"

namespace guard::console {
namespace {

namespace po = boost::program_options;
using Words = std::vector<std::string>;

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
    // `--fail-on -- CMD` lacks its value.
    const bool lacks_value = i + 1 < words.size() && words[i + 1] == "--";
    if (awaits_value(table, words[i]) && !lacks_value) ++i;
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

std::string usage_line(const OptionTable& table) {
  std::string line = std::string("guard ") + table.command + " [options]";
  if (*table.operands != 0) line += std::string(" ") + table.operands;
  return line;
}

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
  // The last one would hold in place of the others, and their rules would be gone without a word.
  if (options.values("policy").size() > 1)
    return fail(Code::kInvalid, std::string(table.command) +
                                    ": --policy is given twice: one file holds; write the rules "
                                    "of both into it");
  const std::size_t given =
      table.takes_command ? options.rest_.size() : options.operands_.size() + options.rest_.size();
  if (auto fits = check_operands(table, given); !fits) return forward(fits.error());
  return options;
}

std::string nearest_name(std::string_view typed, const Words& candidates) {
  std::size_t best = typed.size() / 3 + (typed.size() > 3 ? 1 : 0);  // three letters: one
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
