// SPDX-License-Identifier: Apache-2.0
// ReviewTree: the items of a review as a tree of folders, or of commands, of which the rows that
// can be seen are a list. Making it takes one pass over the items; opening a folder costs what is
// seen. Knows items by their numbers. Pure; one thread.
#ifndef GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_TREE_H_
#define GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_TREE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace guard::console {

// The parts of a tree: an item and where it stands.
struct TreeLeaf {
  std::size_t item = 0;
  std::string path;        // "src/a.c"; "/etc/x" where it lies outside the workspace. Bytes.
  std::string group;       // a command; empty: none
  bool is_closed = false;  // a folder that is closed until somebody opens it
  bool in_git = false;     // below a folder `.git`, which is closed so too
};

class ReviewTree {
 public:
  static constexpr std::size_t kNoItem = static_cast<std::size_t>(-1);
  struct Node {
    std::string name;   // bytes: "a.c", a command
    std::string place;  // tells it from all others
    std::size_t item = kNoItem;
    std::size_t parent = 0;
    std::size_t depth = 0;
    std::vector<std::size_t> children;
    bool is_open = true;
  };

  // FOLDERS: by folder; else groups with whole paths in them. LEAVES in the order of lists.
  enum class Kind { kFolders, kGroups };
  ReviewTree() { clear(); }
  void build(Kind kind, const std::vector<TreeLeaf>& leaves);

  [[nodiscard]] const std::vector<std::size_t>& rows() const { return rows_; }  // nodes
  [[nodiscard]] const Node& node(std::size_t number) const { return nodes_.at(number); }
  [[nodiscard]] bool can_open(std::size_t node) const { return !nodes_.at(node).children.empty(); }
  void open(std::size_t node, bool is_open);
  // The items at and below a node.
  [[nodiscard]] std::vector<std::size_t> items_of(std::size_t node) const;
  // The row of the node of that place, or of the first one above it that is seen; 0: none.
  [[nodiscard]] std::size_t row_of(const std::string& place) const;

 private:
  void clear();
  std::size_t child(std::size_t parent, std::string_view name, std::string place);
  void add_path(const TreeLeaf& leaf);
  void add_to_group(const TreeLeaf& leaf);
  void list_rows();

  std::vector<Node> nodes_;  // the first is the root, which is not seen
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::size_t> rows_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_TREE_H_
