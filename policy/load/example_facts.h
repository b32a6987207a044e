// SPDX-License-Identifier: Apache-2.0
// ExampleFacts: the Facts of a made-up machine, told from names alone: the home /home/user, its
// workspace /home/user/project, where commands start. Whatever is named is there: a precious file,
// under /dev the device of that name. For the examples of policy files. One thread.
#ifndef GUARD_POLICY_LOAD_EXAMPLE_FACTS_H_
#define GUARD_POLICY_LOAD_EXAMPLE_FACTS_H_

#include <string>
#include <vector>

#include "policy/paths/path_class.h"
#include "policy/vocabulary/facts.h"

namespace guard::policy {

class ExampleFacts : public Facts {
 public:
  // RAISING: of the machine that is meant.
  explicit ExampleFacts(Raising raising = Raising::kInTree);

  Object object(const std::string& operand, LastLink last) override;
  Effect walk(const std::vector<std::string>& operands, Extent extent,
              const EachObject& each) override;
  bool from_wildcard(const std::vector<std::string>& operands) override;
  bool is_list(const std::vector<std::string>& operands) override;
  std::uint64_t free_bytes(const std::string& operand) override;
  const std::string& home() const override { return classifier_.roots().home; }
  const std::vector<std::string>& workspace() const override {
    return classifier_.roots().workspace;
  }
  const std::vector<std::string>& git_folders() const override {
    return classifier_.roots().git_folders;
  }
  Raising raising() const override { return raising_; }
  Changeable changeable(const std::string& operand) override;

  [[nodiscard]] const std::string& cwd() const { return classifier_.roots().workspace.front(); }
  // "~/x" and relative names made absolute, "." and ".." taken out.
  [[nodiscard]] std::string canonical(const std::string& operand) const;
  [[nodiscard]] const PathClassifier& classifier() const { return classifier_; }

 protected:
  [[nodiscard]] Changeable changeable_by_place(const std::string& operand);

 private:
  PathClassifier classifier_;
  Raising raising_;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_EXAMPLE_FACTS_H_
