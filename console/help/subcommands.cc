// SPDX-License-Identifier: Apache-2.0
#include "console/help/subcommands.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <sstream>
#include <string_view>

#include "base/text/text.h"
#include "console/help/manual_page.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/run/nested_run.h"

namespace guard::console {
namespace {

constexpr int kUsageError = 2;
constexpr int kNotDone = 1;

std::vector<std::string> names_of(const SubcommandTable& table) {
  std::vector<std::string> names;
  for (const Subcommand& row : table.rows) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> typed_names(const SubcommandTable& table) {
  std::vector<std::string> names = names_of(table);
  for (const Alias& alias : table.aliases) names.emplace_back(alias.name);
  return names;
}

int print_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) std::printf("%s\n", name.c_str());
  return 0;
}

// The words that ALIAS stands for, and those behind it.
std::vector<std::string> unfolded(const Alias& alias, const std::vector<std::string>& words) {
  std::istringstream target(alias.target);
  std::vector<std::string> all{std::istream_iterator<std::string>(target), {}};
  all.insert(all.end(), words.begin() + 1, words.end());
  return all;
}

// guard's own rows have pages of their own.
int print_manual(const SubcommandTable& table) {
  std::fputs(manual_head(table).c_str(), stdout);
  const bool is_group = std::string_view(table.prefix).find(' ') != std::string_view::npos;
  for (const Subcommand& row : table.rows)
    if (is_group) (void)row.run({kPrintManualPart});
  std::fputs(manual_tail(table).c_str(), stdout);
  return 0;
}

int complain_of(const SubcommandTable& table, const std::vector<std::string>& words) {
  const std::string& word = words.front();
  const std::string what = word.starts_with('-') ? "option" : "subcommand";
  const std::string meant = table.meant == nullptr ? "" : table.meant(words);
  const std::string hint =
      meant.empty() ? suggestion("", word, typed_names(table)) : " (did you mean " + meant + "?)";
  const std::string behind =
      word.starts_with('-') ? " (options of a subcommand stand behind it)" : "";
  const bool is_group = std::string_view(table.prefix).find(' ') != std::string_view::npos;
  const std::string where = is_group ? std::string(" of ") + table.prefix : "";
  return complain(kUsageError, "unknown " + what + " " + word + where + hint + behind + "; see " +
                                   table.prefix + " --help");
}

// Help and what the build asks are about guard itself.
bool only_asks_for_help(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    return word == "--help" || word == "-h" || word.starts_with("--print-");
  });
}

// Each of its calls would be refused, with a line and a record for each, and what it then says of
// an empty place would be false.
bool is_out_of_reach(const Subcommand& row, const std::vector<std::string>& words) {
  return row.out_of_reach != nullptr && !only_asks_for_help(words) && inside_a_session();
}

int say_out_of_reach(const SubcommandTable& table, const Subcommand& row) {
  constexpr std::string_view kGuard = "guard";
  std::string name = std::string(table.prefix) + ' ' + row.name;
  name.erase(0, kGuard.size() + 1);
  return complain(
      kNotDone, name + ": " + row.out_of_reach + " out of reach inside a session: run it outside");
}

}  // namespace

int dispatch(const SubcommandTable& table, const std::vector<std::string>& words) {
  if (words.empty()) {
    std::fputs(help_text(table).c_str(), stderr);
    return kUsageError;
  }
  const std::string& name = words.front();
  const bool asks_for_one = name == "help" && words.size() > 1 && !words[1].starts_with('-');
  if (asks_for_one) return dispatch(table, {words[1], "--help"});
  if (name == "--help" || name == "-h" || name == "help") {
    std::fputs(help_text(table).c_str(), stdout);
    return 0;
  }
  if (name == "--print-commands") return print_names(typed_names(table));  // by completion scripts
  if (name == "--print-documented") return print_names(names_of(table));   // by the build
  if (name == kPrintManual) return print_manual(table);                    // by the build
  for (const Subcommand& row : table.rows) {
    if (name != row.name) continue;
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    return is_out_of_reach(row, rest) ? say_out_of_reach(table, row) : row.run(rest);
  }
  for (const Alias& alias : table.aliases)
    if (name == alias.name) return dispatch(table, unfolded(alias, words));
  return complain_of(table, words);
}

namespace {

// "also: log (audit list), ls, ps (sessions)": the names of one target side by side.
std::string aliases_text(const SubcommandTable& table) {
  std::string text;
  for (std::size_t i = 0; i < table.aliases.size(); ++i) {
    const Alias& alias = table.aliases[i];
    const bool goes_on = i + 1 < table.aliases.size() &&
                         std::string_view(alias.target) == table.aliases[i + 1].target;
    text += (text.empty() ? "also: " : ", ") + std::string(alias.name);
    if (!goes_on) text += std::string(" (") + alias.target + ")";
  }
  return text.empty() ? text : "\n" + text + "\n";
}

}  // namespace

std::string help_text(const SubcommandTable& table) {
  std::string text = std::string("usage: ") + table.prefix + " SUBCOMMAND [options] ...\n" +
                     table.summary + "\n\n";
  std::size_t width = 0;
  for (const Subcommand& row : table.rows)
    width = std::max(width, std::string_view(row.name).size());
  for (const Subcommand& row : table.rows) {
    if (row.group != nullptr) text += std::string(row.group) + ":\n";
    std::string line = std::string("  ") + row.name;
    line.resize(width + 4, ' ');
    text += line + row.summary + "\n";
  }
  text += aliases_text(table);
  if (*table.example != 0) text += std::string("\nexample: ") + table.example + "\n";
  return text + table.prefix + " SUBCOMMAND --help says more\n";
}

}  // namespace guard::console
