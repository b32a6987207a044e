// SPDX-License-Identifier: Apache-2.0
#include "console/review/screen/review_tree.h"

#include <algorithm>
#include <utility>

#include "base/text/path.h"

namespace guard::console {

void ReviewTree::clear() {
  nodes_.assign(1, Node{});
  places_.clear();
  rows_.clear();
}

void ReviewTree::build(Kind kind, const std::vector<TreeLeaf>& leaves) {
  clear();
  for (const TreeLeaf& leaf : leaves) {
    if (kind == Kind::kFolders) {
      add_path(leaf);
    } else {
      add_to_group(leaf);
    }
  }
  list_rows();
}

std::size_t ReviewTree::child(std::size_t parent, std::string_view name, std::string place) {
  const auto [found, is_new] = places_.try_emplace(std::move(place), nodes_.size());
  if (!is_new) return found->second;
  Node node;
  node.name = name;
  node.place = found->first;
  node.parent = parent;
  node.depth = parent == 0 ? 0 : nodes_[parent].depth + 1;
  nodes_[parent].children.push_back(nodes_.size());
  nodes_.push_back(std::move(node));
  return found->second;
}

// A path outside of the workspace begins with its slash, and so does its first node.
void ReviewTree::add_path(const TreeLeaf& leaf) {
  const std::string_view path = leaf.path;
  std::size_t parent = 0;
  std::size_t begin = 0;
  while (begin < path.size()) {
    const std::size_t end = std::min(path.find('/', begin == 0 ? 1 : begin), path.size());
    const std::string_view name = path.substr(begin, end - begin);
    parent = child(parent, name, std::string(path.substr(0, end)));
    if (leaf.in_git && name == ".git") nodes_[parent].is_open = false;
    begin = end + 1;
  }
  // Two items may have one name: what was moved away, and what came.
  if (nodes_[parent].item != kNoItem)
    parent = child(nodes_[parent].parent, nodes_[parent].name,
                   leaf.path + "//" + std::to_string(leaf.item));
  nodes_[parent].item = leaf.item;
  if (leaf.is_closed) nodes_[parent].is_open = false;
}

void ReviewTree::add_to_group(const TreeLeaf& leaf) {
  const std::size_t group = child(0, leaf.group, "\n" + leaf.group);
  const std::string place = "\n" + leaf.group + "\n" + leaf.path + "//" + std::to_string(leaf.item);
  const std::size_t node = child(group, leaf.path, place);
  nodes_[node].item = leaf.item;
}

void ReviewTree::list_rows() {
  rows_.clear();
  std::vector<std::size_t> left(nodes_[0].children.rbegin(), nodes_[0].children.rend());
  while (!left.empty()) {
    const std::size_t number = left.back();
    left.pop_back();
    rows_.push_back(number);
    const Node& node = nodes_[number];
    if (node.is_open) left.insert(left.end(), node.children.rbegin(), node.children.rend());
  }
}

void ReviewTree::open(std::size_t node, bool is_open) {
  nodes_.at(node).is_open = is_open;
  list_rows();
}

std::vector<std::size_t> ReviewTree::items_of(std::size_t node) const {
  std::vector<std::size_t> items;
  std::vector<std::size_t> left = {node};
  while (!left.empty()) {
    const Node& one = nodes_.at(left.back());
    left.pop_back();
    if (one.item != kNoItem) items.push_back(one.item);
    left.insert(left.end(), one.children.rbegin(), one.children.rend());
  }
  return items;
}

std::size_t ReviewTree::row_of(const std::string& place) const {
  const auto known = places_.find(place);
  std::size_t node = known == places_.end() ? 0 : known->second;
  for (; node != 0; node = nodes_[node].parent) {
    const auto found = std::ranges::find(rows_, node);
    if (found != rows_.end()) return static_cast<std::size_t>(found - rows_.begin());
  }
  return 0;
}

}  // namespace guard::console
