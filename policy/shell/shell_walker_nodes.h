// SPDX-License-Identifier: Apache-2.0
// Looking at nodes of the grammar's tree. For shell_walker alone. A node is valid while its tree
// is.
#ifndef GUARD_POLICY_SHELL_SHELL_WALKER_NODES_H_
#define GUARD_POLICY_SHELL_SHELL_WALKER_NODES_H_

#include <tree_sitter/api.h>

#include <string_view>
#include <vector>

namespace guard::policy {

using Nodes = std::vector<TSNode>;

inline std::string_view type_of(TSNode node) {
  return ts_node_is_null(node) ? std::string_view() : ts_node_type(node);
}

inline Nodes children_of(TSNode node) {
  Nodes children;
  children.reserve(ts_node_child_count(node));
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
       more = ts_tree_cursor_goto_next_sibling(&cursor)) {
    children.push_back(ts_tree_cursor_current_node(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
  return children;
}

}  // namespace guard::policy

#endif  // GUARD_POLICY_SHELL_SHELL_WALKER_NODES_H_
