// SPDX-License-Identifier: Apache-2.0
#include "policy/text/document.h"

#include "policy/text/scalars.h"

namespace guard::policy {

DocumentView Document::view() const {
  return {name, cells.data(), static_cast<std::uint32_t>(cells.size()), text.data()};
}

std::string_view Node::text() const {
  return {view_->text + cell().text_at, cell().text_size()};
}

std::string Node::open_quote() const {
  if (kind() != NodeKind::kText || !cell().over_lines) return {};
  return "nothing closes the quote that line " + std::to_string(cell().line) + " opens";
}

std::vector<Node> Node::children() const {
  std::vector<Node> found;
  const std::uint32_t end = at_ + cell().extent();
  for (std::uint32_t at = at_ + 1; at < end; at += view_->cells[at].extent()) {
    found.emplace_back(*view_, at);
  }
  return found;
}

std::optional<Node> Node::find_key(std::string_view key) const {
  const std::uint32_t end = at_ + cell().extent();
  for (std::uint32_t at = at_ + 1; kind() == NodeKind::kMap && at < end;) {
    const Node name(*view_, at);
    if (name.text() == key) return name;
    at += name.cell().extent();
    at += view_->cells[at].extent();
  }
  return std::nullopt;
}

std::optional<Node> Node::find(std::string_view key) const {
  const auto name = find_key(key);
  if (!name) return std::nullopt;
  return Node(*view_, name->at_ + name->cell().extent());
}

std::string Node::line_of_file() const {
  return std::string(view_->name) + ":" + std::to_string(cell().line);
}

std::string Node::place() const {
  return line_of_file() + ":" + std::to_string(cell().column);
}

Error Node::fault(const std::string& message) const {
  return {Code::kInvalid, 0, place() + ": " + message};
}

std::string text_of(const Node& map, std::string_view key) {
  const auto value = map.find(key);
  return value ? std::string(value->text()) : std::string();
}

std::vector<Node> items_of(const Node& map, std::string_view key) {
  const auto value = map.find(key);
  if (!value) return {};
  if (value->kind() == NodeKind::kList) return value->children();
  return {*value};
}

std::vector<std::string> texts_of(const Node& map, std::string_view key) {
  std::vector<std::string> texts;
  for (const auto& item : items_of(map, key)) texts.emplace_back(item.text());
  return texts;
}

std::optional<bool> bool_of(const Node& map, std::string_view key) {
  const auto value = map.find(key);
  return value ? parse_bool(value->text()) : std::nullopt;
}

std::optional<int> int_of(const Node& map, std::string_view key) {
  const auto value = map.find(key);
  return value ? parse_integer(value->text()) : std::nullopt;
}

}  // namespace guard::policy
