// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_config.h"

#include <cctype>
#include <utility>

namespace guard::supervisor {
namespace {

std::string lower(std::string_view text) {
  std::string folded(text);
  for (char& c : folded) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return folded;
}

bool is_key_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  }

  bool parse() {
    while (skip_blank()) {
      const bool good = next() == '[' ? read_section() : read_setting();
      if (!good) return false;
    }
    return true;
  }
  std::vector<GitSetting> settings;

 private:
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char next() const { return at_end() ? '\n' : text_[at_]; }
  char take() { return text_[at_++]; }

  void skip_line() {
    while (!at_end() && next() != '\n') ++at_;
  }
  // To the next thing that says something; false at the end.
  bool skip_blank() {
    while (!at_end()) {
      if (next() == '#' || next() == ';') {
        skip_line();
      } else if (std::isspace(static_cast<unsigned char>(next())) != 0) {
        ++at_;
      } else {
        return true;
      }
    }
    return false;
  }
  void skip_spaces() {
    while (!at_end() && (next() == ' ' || next() == '\t' || next() == '\r')) ++at_;
  }

  bool read_section() {
    ++at_;
    std::string name;
    while (is_key_character(next()) || next() == '.') name += take();
    section_ = lower(name);
    skip_spaces();
    if (next() == '"' && !read_subsection()) return false;
    if (section_.empty() || next() != ']') return false;
    ++at_;
    return true;
  }
  bool read_subsection() {
    ++at_;
    section_ += '.';
    while (next() != '"') {
      if (next() == '\\') ++at_;
      if (at_end() || next() == '\n') return false;
      section_ += take();
    }
    ++at_;
    return true;
  }

  bool read_setting() {
    std::string key;
    while (is_key_character(next())) key += take();
    if (key.empty() || section_.empty()) return false;
    skip_spaces();
    std::string value = "true";
    if (next() == '=') {
      ++at_;
      if (!read_value(value)) return false;
    } else if (next() != '\n' && next() != '#' && next() != ';') {
      return false;
    }
    settings.push_back({section_ + "." + lower(key), value});
    return true;
  }
  bool read_value(std::string& value) {
    value.clear();
    bool quoted = false;
    std::string blanks;  // inside of the value only where something follows
    skip_spaces();
    while (!at_end() && next() != '\n') {
      const char c = take();
      if (!quoted && (c == '#' || c == ';')) {
        skip_line();
      } else if (!quoted && std::isspace(static_cast<unsigned char>(c)) != 0) {
        blanks += c;
      } else {
        value += std::exchange(blanks, {});
        if (c == '"') {
          quoted = !quoted;
        } else if (c != '\\') {
          value += c;
        } else if (!read_escape(value)) {
          return false;
        }
      }
    }
    return !quoted;
  }
  bool read_escape(std::string& value) {
    constexpr std::string_view kWritten = "nt\"\\b";
    constexpr std::string_view kMeant = "\n\t\"\\\b";
    if (at_end()) return false;
    const char c = take();
    if (c == '\r' && next() == '\n') ++at_;
    if (c == '\n' || c == '\r') return true;  // the value goes on in the next line
    const auto which = kWritten.find(c);
    if (which == std::string_view::npos) return false;
    value += kMeant[which];
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string section_;
};

}  // namespace

std::optional<std::vector<GitSetting>> parse_git_config(std::string_view text) {
  Parser parser(text);
  if (!parser.parse()) return std::nullopt;
  return std::move(parser.settings);
}

std::vector<std::string> values_of(const std::vector<GitSetting>& settings, std::string_view name) {
  std::vector<std::string> values;
  for (const GitSetting& setting : settings)
    if (setting.name == name) values.push_back(setting.value);
  return values;
}

}  // namespace guard::supervisor
