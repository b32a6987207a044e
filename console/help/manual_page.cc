// SPDX-License-Identifier: Apache-2.0
#include "console/help/manual_page.h"

#include <algorithm>

#include "console/help/manual_notes.h"
#include "console/help/roff.h"

namespace guard::console {
namespace {

// "guard audit" -> "guard-audit"
std::string page_name(std::string prefix) {
  std::replace(prefix.begin(), prefix.end(), ' ', '-');
  return prefix;
}

// "guard audit" -> "audit"; "guard" -> ""
std::string command_of(const SubcommandTable& table) {
  const std::string prefix = table.prefix;
  const std::size_t blank = prefix.find(' ');
  return blank == std::string::npos ? "" : prefix.substr(blank + 1);
}

std::string section(const std::string& title, const std::string& text) {
  return text.empty() ? "" : ".SH " + title + "\n" + text;
}

std::string name_section(const std::string& page, const std::string& summary) {
  // As whatis shows it: what --help adds to it stands further down here.
  const std::string what =
      summary.substr(0, std::min({summary.find(": "), summary.find("; "), summary.find(" (")}));
  return section("NAME", roff_literal(page) + " \\-\n" + roff_prose(what));
}

std::string usage_of(const OptionTable& table) {
  std::string usage = roff_bold(std::string("guard ") + table.command);
  if (!table.rows.empty()) usage += " [options]";
  if (*table.operands != 0) usage += " " + roff_italic(table.operands);
  return usage + "\n";
}

std::string term_of(const OptionRow& row) {
  std::string term;
  if (row.letter != 0) term = roff_bold(std::string("-") + row.letter) + ", ";
  term += roff_bold(std::string("--") + row.name);
  return row.value == nullptr ? term : term + " " + roff_italic(row.value);
}

// --help hangs the lines after the first one under it.
std::string example_of(std::string_view lines) {
  std::string text;
  bool at_start = true;
  for (const char c : lines) {
    if (at_start && c == ' ') continue;
    at_start = c == '\n';
    text += c;
  }
  return text.empty() ? "" : roff_example(text);
}

std::string options_of(const OptionTable& table) {
  std::string text;
  for (const OptionRow& row : table.rows) text += roff_item(term_of(row), row.help);
  return text;
}

std::string places(std::span<const PlaceNote> notes, const std::string& command) {
  std::string text;
  for (const PlaceNote& note : notes)
    if (is_told_in(note, command)) text += roff_item(roff_bold(note.name), note.meaning);
  return text;
}

std::string statuses_of(const ManualNote& note) {
  std::string text;
  for (const StatusNote& status : note.statuses)
    text += roff_item(roff_bold(status.status), status.meaning);
  return text;
}

// From EXIT STATUS to SEE ALSO.
std::string last_sections(const std::string& command, std::string see_also) {
  const ManualNote* const note = manual_note(command);
  see_also += note == nullptr ? "guard" : note->see_also;
  return section("EXIT STATUS", statuses_of(note == nullptr ? *manual_note("") : *note)) +
         section("ENVIRONMENT", places(environment_notes(), command)) +
         section("FILES", places(file_notes(), command)) +
         section("SEE ALSO", roff_references(see_also));
}

// The summary has to do where nothing more is noted.
std::string description_of(const std::string& command, std::string summary) {
  const ManualNote* const note = manual_note(command);
  if (note != nullptr) return roff_prose(note->description);
  if (summary[0] >= 'a' && summary[0] <= 'z') summary[0] = static_cast<char>(summary[0] - 0x20);
  return roff_prose(summary + ".");
}

// The pages of the rows of guard itself; a group's rows stand on its own page.
std::string pages_of(const SubcommandTable& table) {
  std::string text;
  for (const Subcommand& row : table.rows)
    text += roff_item(roff_bold(page_name(std::string(table.prefix) + " " + row.name)) + "(1)",
                      row.summary);
  return text;
}

std::string names_of_pages(const SubcommandTable& table) {
  std::string names;
  for (const Subcommand& row : table.rows)
    names += page_name(std::string(table.prefix) + " " + row.name) + " ";
  return names + "guard-policy.5";
}

}  // namespace

std::string manual_title(const std::string& page, const std::string& section_number) {
  std::string capitals = page;
  for (char& c : capitals) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c;
  return ".TH " + roff_literal(capitals) + " " + section_number + " " + GUARD_RELEASE_DATE +
         " \"guard " GUARD_VERSION "\" guard\n";
}

std::string manual_page(const OptionTable& table) {
  const std::string page = page_name(std::string("guard ") + table.command);
  return manual_title(page, "1") + name_section(page, table.summary) +
         section("SYNOPSIS", usage_of(table)) +
         section("DESCRIPTION", description_of(table.command, table.summary)) +
         section("OPTIONS", options_of(table)) + section("EXAMPLES", example_of(table.example)) +
         last_sections(table.command, "");
}

std::string manual_part(const OptionTable& table) {
  std::string text = ".SS " + roff_literal(std::string("guard ") + table.command) + "\n";
  text += usage_of(table) + ".PP\n" + roff_prose(std::string(table.summary) + ".");
  text += options_of(table);
  const std::string example = example_of(table.example);
  return example.empty() ? text : text + ".PP\n" + example;
}

std::string manual_head(const SubcommandTable& table) {
  const std::string command = command_of(table);
  const std::string page = page_name(table.prefix);
  return manual_title(page, "1") + name_section(page, table.summary) +
         section("SYNOPSIS",
                 roff_bold(table.prefix) + " " + roff_italic("SUBCOMMAND") + " [options] ...\n") +
         section("DESCRIPTION", description_of(command, table.summary)) + ".SH SUBCOMMANDS\n" +
         (command.empty() ? pages_of(table) : "");
}

std::string manual_tail(const SubcommandTable& table) {
  const std::string command = command_of(table);
  return section("EXAMPLES", example_of(table.example)) +
         last_sections(command, command.empty() ? names_of_pages(table) : "guard ");
}

}  // namespace guard::console
