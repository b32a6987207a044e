// SPDX-License-Identifier: Apache-2.0
// The command line of one subcommand, declared as a table: what is accepted, what --help prints and
// what a shell completes all come from its rows. The only door to Boost.Program_options. Pure;
// option_help.h prints.
//
//   constexpr OptionRow kRows[] = {{"json", 'j', nullptr, "print JSON"}, {"scope", 0, "SCOPE",
//   "..."}}; const OptionTable kTable = {"approve", "let a waiting act happen", "ID", kRows, 1, 1};
//   auto options = parse_or_explain(kTable, words);
//   if (!options) return options.error();  // --help (0) or a usage error (2), already printed
//
// Abbreviated names are not accepted: what is unique today would mean something else tomorrow.
#ifndef GUARD_CONSOLE_OPTIONS_OPTION_PARSER_H_
#define GUARD_CONSOLE_OPTIONS_OPTION_PARSER_H_

#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace guard::console {

// Where a row stands: the manual page has all, a help that fills a screen only what is looked for.
enum class Shown { kEverywhere, kInManual };

struct OptionRow {
  const char* name;             // "state-dir"
  char letter = 0;              // 'v': also -v
  const char* value = nullptr;  // what the value is called in the help, "DIR"; nullptr: a flag
  const char* help = "";
  Shown shown = Shown::kEverywhere;
};

// Every table has it.
inline constexpr OptionRow kHelpRow = {"help", 'h', nullptr, "print this"};
inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

struct OptionTable {
  const char* command;   // "run", "audit list"
  const char* summary;   // one line
  const char* operands;  // as the usage line shows them: "ID", "-- CMD [ARG...]", ""
  std::span<const OptionRow> rows;
  std::size_t min_operands = 0;
  std::size_t max_operands = kAnyNumber;
  bool takes_command = false;  // from the first operand (or `--`) on all is a command: rest()
  const char* example = "";
  const char* statuses = "";  // of the end of the help: exit statuses
};

class ParsedOptions {
 public:
  // How often a flag was given, or whether an option has a value.
  [[nodiscard]] bool has(std::string_view name) const { return count(name) > 0; }
  [[nodiscard]] std::size_t count(std::string_view name) const;
  // The last value given, else `otherwise`.
  [[nodiscard]] std::string get(std::string_view name, std::string otherwise = "") const;
  [[nodiscard]] std::vector<std::string> values(std::string_view name) const;
  [[nodiscard]] const std::vector<std::string>& operands() const { return operands_; }
  // The words after `--` (with takes_command: from the first operand on).
  [[nodiscard]] const std::vector<std::string>& rest() const { return rest_; }

 private:
  friend Result<ParsedOptions> parse_options(const OptionTable& table,
                                             const std::vector<std::string>& words);
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> operands_;
  std::vector<std::string> rest_;
};

// kInvalid: the text is one line for people, with the nearest valid name. --help and
// --print-options are not errors: they appear as has("help"), has("print-options").
[[nodiscard]] Result<ParsedOptions> parse_options(const OptionTable& table,
                                                  const std::vector<std::string>& words);

// "guard audit list [options] [SESSION]"
[[nodiscard]] std::string usage_line(const OptionTable& table);

// The candidate closest to what was typed (at most a third of it mistyped), else "".
[[nodiscard]] std::string nearest_name(std::string_view typed,
                                       const std::vector<std::string>& candidates);
// " (did you mean --state-dir?)" or "".
[[nodiscard]] std::string suggestion(std::string_view prefix, std::string_view typed,
                                     const std::vector<std::string>& candidates);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OPTIONS_OPTION_PARSER_H_
