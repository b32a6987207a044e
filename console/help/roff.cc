// SPDX-License-Identifier: Apache-2.0
#include "console/help/roff.h"

#include <array>
#include <sstream>
#include <utility>

namespace guard::console {
namespace {

// The characters that would be typeset as something else, or as a request.
constexpr std::array<std::pair<char, std::string_view>, 6> kEscapes = {{
    {'\\', "\\e"},
    {'-', "\\-"},
    {'\'', "\\(aq"},
    {'`', "\\(ga"},
    {'^', "\\(ha"},
    {'~', "\\(ti"},
}};

void add_escaped(char c, std::string& text) {
  for (const auto& [plain, escaped] : kEscapes) {
    if (c != plain) continue;
    text += escaped;
    return;
  }
  text += c;
}

// A line that begins so would be a request.
std::string as_text_line(std::string line) {
  return (line.starts_with('.') ? "\\&" : "") + line + "\n";
}

std::string escaped_prose(std::string_view text) {
  std::string escaped;
  bool is_bold = false;
  for (const char c : text) {
    if (c == '`') {
      is_bold = !is_bold;
      escaped += is_bold ? "\\fB" : "\\fR";
    } else {
      add_escaped(c, escaped);
    }
  }
  return escaped;
}

// Broken at blanks: mandoc has something to say of lines past 80 bytes.
std::string filled(const std::string& paragraph) {
  constexpr std::size_t kWidth = 76;
  std::istringstream words(paragraph);
  std::string text;
  std::string line;
  for (std::string word; words >> word; line += (line.empty() ? "" : " ") + word) {
    if (line.empty() || line.size() + 1 + word.size() <= kWidth) continue;
    text += as_text_line(std::move(line));
    line.clear();
  }
  return line.empty() ? text : text + as_text_line(std::move(line));
}

}  // namespace

std::string roff_literal(std::string_view text) {
  std::string literal;
  for (const char c : text) add_escaped(c, literal);
  return literal;
}

std::string roff_bold(std::string_view text) {
  return "\\fB" + roff_literal(text) + "\\fR";
}

std::string roff_italic(std::string_view text) {
  return "\\fI" + roff_literal(text) + "\\fR";
}

std::string roff_prose(std::string_view text) {
  std::string pages;
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    if (!pages.empty()) pages += ".PP\n";
    pages += filled(escaped_prose(text.substr(0, end)));
    text = end == std::string_view::npos ? "" : text.substr(end + 2);
  }
  return pages;
}

std::string roff_item(std::string_view term, std::string_view text) {
  return ".TP\n" + as_text_line(std::string(term)) + roff_prose(text);
}

std::string roff_example(std::string_view lines) {
  std::string text = ".RS 4\n.EX\n";
  std::istringstream each{std::string(lines)};
  for (std::string line; std::getline(each, line);) text += as_text_line(roff_literal(line));
  return text + ".EE\n.RE\n";
}

std::string roff_references(std::string_view pages) {
  std::istringstream names{std::string(pages)};
  std::string text;
  for (std::string name; names >> name;) {
    const std::size_t dot = name.rfind('.');
    const std::string section = dot == std::string::npos ? "1" : name.substr(dot + 1);
    text += (text.empty() ? "" : ", ") + roff_bold(name.substr(0, dot)) + "(" + section + ")";
  }
  return filled(text);
}

}  // namespace guard::console
