// SPDX-License-Identifier: Apache-2.0
// SpecTable: base name -> CommandSpec. A later entry for a name extends the earlier ones: its rows
// are added (the strictest row that fits leads, so adding never loosens), its way of reading
// arguments is joined with theirs. Immutable, any thread.
#ifndef GUARD_POLICY_MODEL_SPEC_TABLE_H_
#define GUARD_POLICY_MODEL_SPEC_TABLE_H_

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "policy/model/command_spec.h"

namespace guard::policy {

class SpecTable {
 public:
  explicit SpecTable(const std::vector<CommandSpec>& specs);
  // nullptr when nothing is known of it. An exact name goes before a glob, the longest glob before
  // a shorter one.
  [[nodiscard]] const CommandSpec* find(std::string_view base_name) const;
  [[nodiscard]] const std::vector<CommandSpec>& all() const { return specs_; }

 private:
  void add(const CommandSpec& spec);
  void move_name(const std::string& name, std::size_t index);

  std::vector<CommandSpec> specs_;  // without their examples
  std::unordered_map<std::string, std::size_t> by_name_;
  std::vector<std::pair<std::string, std::size_t>> globs_;  // longest first
};

struct Policy;
// The policy's own table; made here for a policy that was not loaded from text.
[[nodiscard]] std::shared_ptr<const SpecTable> specs_of(const Policy& policy);

}  // namespace guard::policy

#endif  // GUARD_POLICY_MODEL_SPEC_TABLE_H_
