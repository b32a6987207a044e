// SPDX-License-Identifier: Apache-2.0
// Document: one policy file as a tree of texts, lists and maps, each with its place in the file.
// Knows nothing of YAML or of keys. The cells lie flat in the order of the file (a map's children
// are key, value, key, value), so a shipped pack is a constant table and costs nothing to read.
// A Node is a reference into a DocumentView that must outlive it. Immutable, any thread.
#ifndef GUARD_POLICY_TEXT_DOCUMENT_H_
#define GUARD_POLICY_TEXT_DOCUMENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace guard::policy {

enum class NodeKind : std::uint8_t { kNull, kText, kList, kMap };

// The largest number in a cell: a policy file has 1 MiB at most.
inline constexpr std::uint32_t kCellNumber = (1U << 21U) - 1;

// Packed: the shipped packs have 30,000 of them.
struct [[gnu::packed]] Cell {
  NodeKind kind : 2 = NodeKind::kNull;
  bool quoted : 1 = false;  // "2" in quotes is a text, never a number
  std::uint32_t line : 21 = 1;
  std::uint32_t column : 21 = 1;
  std::uint32_t text_at : 21 = 0;  // into the document's text
  std::uint32_t size : 21 = 1;     // a text's bytes; cells of a list or map, itself included
  bool over_lines : 1 = false;     // in quotes, of which the second stands on a later line, or none

  [[nodiscard]] std::uint32_t extent() const { return kind == NodeKind::kText ? 1 : size; }
  [[nodiscard]] std::uint32_t text_size() const { return kind == NodeKind::kText ? size : 0; }
  bool operator==(const Cell&) const = default;
};
static_assert(sizeof(Cell) == 11);

struct DocumentView {
  std::string_view name;  // the file's, for messages
  const Cell* cells = nullptr;
  std::uint32_t count = 0;
  const char* text = nullptr;
};

struct Document {
  std::string name;
  std::vector<Cell> cells;
  std::string text;
  [[nodiscard]] DocumentView view() const;
};

class Node {
 public:
  explicit Node(const DocumentView& view, std::uint32_t at = 0) : view_(&view), at_(at) {}

  [[nodiscard]] NodeKind kind() const { return cell().kind; }
  [[nodiscard]] bool quoted() const { return cell().quoted; }
  // The fault of a text that a quote was forgotten behind; empty for any other node.
  [[nodiscard]] std::string open_quote() const;
  [[nodiscard]] std::string_view text() const;
  [[nodiscard]] std::vector<Node> children() const;  // a map's: key, value, key, value, ...
  [[nodiscard]] std::optional<Node> find(std::string_view key) const;      // of a map
  [[nodiscard]] std::optional<Node> find_key(std::string_view key) const;  // the key itself

  [[nodiscard]] std::string place() const;                      // "FILE:LINE:COLUMN"
  [[nodiscard]] std::string line_of_file() const;               // "FILE:LINE"
  [[nodiscard]] Error fault(const std::string& message) const;  // "FILE:LINE:COLUMN: message"
  bool operator==(const Node&) const = default;

 private:
  [[nodiscard]] const Cell& cell() const { return view_->cells[at_]; }
  const DocumentView* view_;
  std::uint32_t at_;
};

// Reading of nodes that the schema has checked: a scalar stands for a list of one, an absent node
// for nothing.
[[nodiscard]] std::string text_of(const Node& map, std::string_view key);
[[nodiscard]] std::vector<std::string> texts_of(const Node& map, std::string_view key);
[[nodiscard]] std::vector<Node> items_of(const Node& map, std::string_view key);
[[nodiscard]] std::optional<bool> bool_of(const Node& map, std::string_view key);
[[nodiscard]] std::optional<int> int_of(const Node& map, std::string_view key);

}  // namespace guard::policy

#endif  // GUARD_POLICY_TEXT_DOCUMENT_H_
