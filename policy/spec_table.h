// SPDX-License-Identifier: Apache-2.0
// SpecTable: base name -> CommandSpec, with the entries of later layers merged over earlier ones.
// Immutable, any thread.
#ifndef GUARD_POLICY_SPEC_TABLE_H_
#define GUARD_POLICY_SPEC_TABLE_H_

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "policy/command_spec.h"

namespace guard::policy {

class SpecTable {
 public:
  explicit SpecTable(std::vector<CommandSpec> specs);
  // nullptr when nothing is known of it.
  [[nodiscard]] const CommandSpec* find(std::string_view base_name) const;
  [[nodiscard]] const std::vector<CommandSpec>& all() const { return specs_; }

 private:
  std::vector<CommandSpec> specs_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::vector<std::pair<std::string, std::size_t>> globs_;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_SPEC_TABLE_H_
