// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/shell_pieces.h"

#include <algorithm>
#include <functional>

#include "supervisor/audit/redaction/text_runs.h"

namespace guard::supervisor {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kCommandEnds = "\n;|&()";
constexpr std::string_view kRedirections = "<>";

bool is_one_of(std::string_view list, char c) {
  return list.find(c) != std::string_view::npos;
}

bool separates(char c) {
  return is_one_of(kBlanks, c) || is_one_of(kCommandEnds, c) || is_one_of(kRedirections, c);
}

bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Behind the quote that closes the one at `from`; the end when none does.
std::size_t behind_quotes(std::string_view text, std::size_t from) {
  const char quote = text[from];
  for (std::size_t i = from + 1; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    }
  }
  return text.size();
}

// "[redacted 5f2c]" is one word, blank or not: redacting twice must change nothing more.
std::size_t mark_length(std::string_view text, std::size_t at) {
  constexpr std::size_t kTag = 6;  // " 5f2c]"
  const std::size_t length = kRedactedMark.size() + kTag;
  const bool mark = text[at] == '[' && text.substr(at).starts_with(kRedactedMark) &&
                    at + length <= text.size() && text[at + kRedactedMark.size()] == ' ' &&
                    text[at + length - 1] == ']';
  return mark ? length : 0;
}

// "$IFS", "${IFS}", "${IFS%??}" and a "$9" behind it: blanks, to a shell.
std::size_t ifs_length(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 16;
  if (text[at] != '$') return 0;
  const std::string_view rest = text.substr(at, kLongest);
  std::size_t length = 0;
  if (rest.starts_with("${IFS")) {
    length = rest.find('}') + 1;  // 0 where none is
  } else if (rest.starts_with("$IFS")) {
    length = 4;
  }
  if (length == 0) return 0;
  const std::string_view behind = rest.substr(std::min(length, rest.size()));
  const bool nothing =
      behind.size() >= 2 && behind[0] == '$' && behind[1] >= '1' && behind[1] <= '9';
  return length + (nothing ? 2 : 0);
}

std::size_t word_end(std::string_view text, std::size_t from) {
  std::size_t i = from;
  while (i < text.size() && !separates(text[i]) && ifs_length(text, i) == 0) {
    if (is_quote(text[i])) {
      i = behind_quotes(text, i);
    } else if (text[i] == '\\') {
      i += 2;
    } else {
      i += std::max<std::size_t>(mark_length(text, i), 1);
    }
  }
  return std::min(i, text.size());
}

bool continues_line(std::string_view text, std::size_t at) {
  return text[at] == '\\' && at + 1 < text.size() && text[at + 1] == '\n';
}

// Neither half of "||".
bool is_pipe(std::string_view text, std::size_t at) {
  return text[at] == '|' && !text.substr(at + 1).starts_with('|') &&
         (at == 0 || text[at - 1] != '|');
}

// Does the backslash vanish before this character? A "\$" keeps it: "$" alone would be a variable.
bool escapes(char quote, char next) {
  return quote == 0 ? next != '$' : quote == '"' && is_one_of("\"\\`", next);
}

using Before = std::less<const char*>;

}  // namespace

ShellPieces::ShellPieces(std::string_view text) : text_(text) {
  for (std::size_t at = skip_separators(0); at < text_.size(); at = skip_separators(at)) {
    const std::size_t end = word_end(text_, at);
    // The 2 of "2>file" is no operand.
    const bool descriptor = end < text_.size() && is_one_of(kRedirections, text_[end]) &&
                            is_number(text_.substr(at, end - at));
    if (!descriptor) words_.push_back(word_at(at, end));
    at = end;
  }
}

std::size_t ShellPieces::skip_separators(std::size_t at) {
  while (at < text_.size()) {
    if (continues_line(text_, at)) {
      at += 2;
    } else if (is_one_of(kRedirections, text_[at])) {
      at = redirection(at);
    } else if (const std::size_t blanks = ifs_length(text_, at); blanks != 0) {
      at += blanks;
    } else if (!separates(text_[at])) {
      return at;
    } else {
      if (is_one_of(kCommandEnds, text_[at])) end_command(is_pipe(text_, at));
      ++at;
    }
  }
  return at;
}

// Behind the file it names. "<(", ">(" name a command, and a word like an option is taken for one.
std::size_t ShellPieces::redirection(std::size_t at) {
  const bool here_string = text_.substr(at).starts_with("<<<");
  at = std::min(text_.find_first_not_of("<>&|", at), text_.size());
  at = std::min(text_.find_first_not_of(kBlanks, at), text_.size());
  if (at == text_.size() || separates(text_[at]) || text_[at] == '-') return at;
  const std::size_t end = word_end(text_, at);
  targets_.push_back(word_at(at, end));
  if (here_string) here_strings_.emplace_back(words_.size(), targets_.back());
  return end;
}

void ShellPieces::end_command(bool pipe) {
  if (words_.empty()) return;
  if (words_.back().data() != nullptr) words_.emplace_back();
  const std::size_t end = words_.size() - 1;
  if (pipe && (pipes_.empty() || pipes_.back() != end)) pipes_.push_back(end);
}

std::span<const std::string_view> ShellPieces::command_at(std::size_t place) const {
  const auto is_end = [&](std::size_t i) { return words_[i].data() == nullptr; };
  std::size_t begin = std::min(place, words_.size());
  while (begin > 0 && !is_end(begin - 1)) --begin;
  return words().subspan(begin, end_of_command(place) - begin);
}

std::size_t ShellPieces::end_of_command(std::size_t place) const {
  while (place < words_.size() && words_[place].data() != nullptr) ++place;
  return std::min(place, words_.size());
}

std::string_view ShellPieces::word_at(std::size_t begin, std::size_t end) {
  const std::string_view word = text_.substr(begin, end - begin);
  if (word.find_first_of("\"'\\") == std::string_view::npos) return word;
  const bool quoted = word.size() >= 2 && is_quote(word.front()) && word.back() == word.front();
  const std::string_view inner = quoted ? word.substr(1, word.size() - 2) : word;
  const std::string_view special = word.front() == '"' ? "\"\\" : "'";
  if (quoted && inner.find_first_of(special) == std::string_view::npos) return inner;
  return rewritten(begin, end);
}

std::string_view ShellPieces::rewritten(std::size_t begin, std::size_t end) {
  plain_.reserve(text_.size());  // the words of before stay where they are
  const std::size_t start = plain_.size();
  char quote = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const char c = text_[i];
    const char next = i + 1 < end ? text_[i + 1] : '\0';
    if (c == '$' && quote == 0 && is_quote(next)) continue;  // $'...'
    if (is_quote(c) && (quote == 0 || quote == c)) {
      quote = quote == 0 ? c : '\0';
      continue;
    }
    const bool escape = c == '\\' && quote != '\'' && i + 1 < end;
    if (escape && (next == '\n' || escapes(quote, next))) ++i;
    if (escape && next == '\n') continue;
    plain_ += text_[i];
    origin_.push_back(i);
  }
  return std::string_view(plain_).substr(start);
}

bool ShellPieces::is_rewritten(std::string_view word) const {
  return !word.empty() && !Before()(word.data(), plain_.data()) &&
         Before()(word.data(), plain_.data() + plain_.size());
}

bool ShellPieces::is_unescaped(std::string_view word) const {
  if (!is_rewritten(word)) return false;
  const std::size_t begin = origin_[static_cast<std::size_t>(word.data() - plain_.data())];
  const std::size_t end = begin + in_text({word, 0}).bytes.size();
  return begin > 0 && is_quote(text_[begin - 1]) && behind_quotes(text_, begin - 1) == end + 1;
}

Secret ShellPieces::in_text(const Secret& secret) const {
  if (!is_rewritten(secret.bytes)) return secret;
  const auto at = static_cast<std::size_t>(secret.bytes.data() - plain_.data());
  const std::size_t begin = origin_[at];
  const std::size_t end = origin_[at + secret.bytes.size() - 1] + 1;
  const std::size_t shown = secret.keep < secret.bytes.size() ? origin_[at + secret.keep] : end;
  return {text_.substr(begin, end - begin), shown - begin};
}

}  // namespace guard::supervisor
