// SPDX-License-Identifier: Apache-2.0
#include "policy/load/yaml_loader.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <istream>
#include <optional>
#include <streambuf>
#include <utility>

#include "base/limits.h"

namespace guard::policy {
namespace {

constexpr std::size_t kMaxBytes = size_limit("yaml.bytes");
static_assert(2 * kMaxBytes <= kCellNumber + 1);  // an escape of two bytes may stand for three
constexpr std::size_t kMaxDepth = size_limit("yaml.depth");

Error fault(std::string_view name, int line, int column, std::string_view message) {
  return {Code::kInvalid, 0,
          std::string(name) + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " +
              std::string(message)};
}

// Reads the text where it lies.
class TextBuffer : public std::streambuf {
 public:
  explicit TextBuffer(std::string_view text) {
    char* start = const_cast<char*>(text.data());
    setg(start, start, start + text.size());
  }
};

// Builds the cells from the events. The first thing that guard does not read (an anchor, a tag, a
// second document) is kept as the defect; the rest of the text is then only skimmed.
class Builder : public YAML::EventHandler {
 public:
  explicit Builder(Document& document) : document_(document) {}

  [[nodiscard]] const std::optional<Error>& defect() const { return defect_; }
  [[nodiscard]] int documents() const { return documents_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ == 2) refuse(mark, "a policy file holds one document");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    add(mark, NodeKind::kNull, {});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(mark, "aliases are not read: write the value out (quote a pattern that begins with *)");
    add(mark, NodeKind::kNull, {});
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    const auto cell = add(mark, NodeKind::kText, value);
    if (cell < document_.cells.size()) document_.cells[cell].quoted = tag == "!";
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, NodeKind::kList);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, NodeKind::kMap);
  }
  void OnMapEnd() override { close(); }

 private:
  void refuse(const YAML::Mark& mark, std::string_view message) {
    if (!defect_) defect_ = fault(document_.name, mark.line + 1, mark.column + 1, message);
  }
  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) refuse(mark, "anchors are not read: write the value out");
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "?" && tag != "!")
      refuse(mark, "tags are not read: quote what begins with '!'");
  }

  std::size_t add(const YAML::Mark& mark, NodeKind kind, std::string_view value) {
    if (defect_) return document_.cells.size();
    Cell cell;
    cell.kind = kind;
    cell.line = static_cast<std::uint32_t>(mark.line + 1) & kCellNumber;
    cell.column = static_cast<std::uint32_t>(mark.column + 1) & kCellNumber;
    cell.text_at = static_cast<std::uint32_t>(document_.text.size()) & kCellNumber;
    if (kind == NodeKind::kText) cell.size = static_cast<std::uint32_t>(value.size()) & kCellNumber;
    document_.text.append(value);
    document_.cells.push_back(cell);
    return document_.cells.size() - 1;
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, NodeKind kind) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (open_.size() >= kMaxDepth) refuse(mark, "nested too deeply");
    open_.push_back(add(mark, kind, {}));
  }
  void close() {
    const std::size_t at = open_.back();
    open_.pop_back();
    if (at >= document_.cells.size()) return;
    document_.cells[at].size =
        static_cast<std::uint32_t>(document_.cells.size() - at) & kCellNumber;
  }

  Document& document_;
  std::vector<std::size_t> open_;
  std::optional<Error> defect_;
  int documents_ = 0;
};

// How many bytes of a well-formed UTF-8 sequence start here; 0 for anything else.
std::size_t sequence_length(std::string_view rest) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  const std::size_t length = lead >= 0xc2 && lead < 0xe0   ? 2
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xf0 && lead < 0xf5 ? 4
                                                           : 0;
  if (length == 0 || rest.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
  const bool beyond = (lead == 0xed && byte(1) > 0x9f) || (lead == 0xf4 && byte(1) > 0x8f);
  return overlong || beyond ? 0 : length;
}

// yaml-cpp guesses encodings and takes the byte 4 for the end of the text, behind which rules would
// silently be lost: only plain UTF-8 without control characters is handed to it.
std::optional<Error> bad_byte(std::string_view name, std::string_view text) {
  int line = 1;
  std::size_t line_start = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool space = c == '\n' || c == '\t' || c == '\r';
    const std::size_t length = space ? 1 : sequence_length(text.substr(at));
    if (length == 0) {
      return fault(name, line, static_cast<int>(at - line_start) + 1,
                   "a control character or a byte that is not UTF-8");
    }
    at += length;
    if (c == '\n') {
      ++line;
      line_start = at;
    }
  }
  return std::nullopt;
}

// Where the texts in quotes end, of which the parser tells the beginning alone.
class QuotedTexts {
 public:
  explicit QuotedTexts(std::string_view text) : text_(text) {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos;
         at = text.find('\n', at + 1))
      lines_.push_back(at + 1);
  }
  // The line that the quote of CELL is closed on; its own where that cannot be told.
  [[nodiscard]] std::size_t last_line(const Cell& cell) const {
    const std::size_t begin = lines_.at(std::min<std::size_t>(cell.line, lines_.size()) - 1);
    const std::size_t at = begin + cell.column - 1;
    if (at >= text_.size() || (text_[at] != '"' && text_[at] != '\'')) return cell.line;
    const std::string_view inside = text_.substr(at + 1, end_of(at) - at - 1);
    return cell.line + static_cast<std::size_t>(std::ranges::count(inside, '\n'));
  }

 private:
  [[nodiscard]] std::size_t end_of(std::size_t at) const {
    const char quote = text_[at];
    for (++at; at < text_.size(); ++at) {
      const bool doubled = quote == '\'' && text_.substr(at).starts_with("''");
      if (doubled || (quote == '"' && text_[at] == '\\'))
        ++at;
      else if (text_[at] == quote)
        return at;
    }
    return text_.size();
  }
  std::string_view text_;
  std::vector<std::size_t> lines_ = {0};  // where each begins
};

void mark_quotes_over_lines(Document& document, std::string_view text) {
  const QuotedTexts quoted(text);
  for (Cell& cell : document.cells)
    if (cell.kind == NodeKind::kText && cell.quoted)
      cell.over_lines = quoted.last_line(cell) > cell.line;
}

// A parser gives up on the line where the quote that was meant to open another text closes the one
// before.
std::optional<Error> open_quote_before(const Document& document, std::string_view text,
                                       int given_up) {
  const QuotedTexts quoted(text);
  for (const Cell& cell : document.cells) {
    if (cell.kind != NodeKind::kText || !cell.quoted) continue;
    const std::size_t last = quoted.last_line(cell);
    if (last == cell.line || last != static_cast<std::size_t>(given_up)) continue;
    return fault(document.name, static_cast<int>(cell.line), static_cast<int>(cell.column),
                 "nothing closes the quote that line " + std::to_string(cell.line) + " opens");
  }
  return std::nullopt;
}

// The first line that a tab indents, and the tab's column; line 0: there is none.
std::pair<int, int> indenting_tab(std::string_view text) {
  int line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view whole = text.substr(at, end - at);
    const std::size_t first = std::min(whole.find_first_not_of(" \t"), whole.size());
    const std::size_t tab = whole.substr(0, first).find('\t');
    if (tab != std::string_view::npos && first < whole.size())
      return {line, static_cast<int>(tab) + 1};
    at = end + 1;
  }
  return {0, 0};
}

// Three slips that everybody makes, in plain words; what the parser says for the rest.
Error parser_fault(const std::string& name, std::string_view text,
                   const YAML::ParserException& exception) {
  const int line = std::max(exception.mark.line, 0) + 1;
  const int column = std::max(exception.mark.column, 0) + 1;
  if (dynamic_cast<const YAML::DeepRecursion*>(&exception) != nullptr)
    return fault(name, line, column, "nested too deeply");
  if (const auto [tab_line, tab_column] = indenting_tab(text); tab_line != 0 && tab_line <= line)
    return fault(name, tab_line, tab_column, "tabs do not indent: use blanks");
  const bool is_star = exception.msg == YAML::ErrorMsg::ALIAS_NOT_FOUND ||
                       exception.msg == YAML::ErrorMsg::CHAR_IN_ALIAS ||
                       exception.msg.starts_with(YAML::ErrorMsg::UNKNOWN_ANCHOR);
  if (is_star) return fault(name, line, column, "quote patterns that begin with *: \"**/*.pem\"");
  return fault(name, line, column, "not valid YAML: " + exception.msg);
}

}  // namespace

Result<Document> read_document(std::string name, std::string_view text) {
  Document document;
  document.name = std::move(name);
  if (text.size() > kMaxBytes) {
    return forward(fault(document.name, 1, 1, "larger than 1 MiB"));
  }
  if (auto defect = bad_byte(document.name, text)) return forward(*defect);
  try {
    TextBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    Builder builder(document);
    while (!builder.defect() && parser.HandleNextDocument(builder)) {
    }
    if (builder.defect()) return forward(*builder.defect());
    if (builder.documents() == 0) {
      return forward(fault(document.name, 1, 1, "the file is empty: write at least `version: 1`"));
    }
  } catch (const YAML::ParserException& exception) {
    if (auto open = open_quote_before(document, text, exception.mark.line + 1))
      return forward(*open);
    return forward(parser_fault(document.name, text, exception));
  } catch (const std::exception& exception) {
    return forward(fault(document.name, 1, 1, std::string("not readable: ") + exception.what()));
  }
  mark_quotes_over_lines(document, text);
  return document;
}

}  // namespace guard::policy
