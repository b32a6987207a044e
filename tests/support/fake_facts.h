// SPDX-License-Identifier: Apache-2.0
// FakeFacts: a small world for tests. The home is /home/user, the workspace /home/user/project,
// where acts start. Nothing is there but what a test adds; folders above an entry come with it.
//   FakeFacts facts;
//   facts.add("tmp_a/x", Recoverability::kBorn);
//   facts.add("/home/user/notes.txt");
#ifndef GUARD_TESTS_SUPPORT_FAKE_FACTS_H_
#define GUARD_TESTS_SUPPORT_FAKE_FACTS_H_

#include <map>
#include <string>
#include <vector>

#include "policy/load/example_facts.h"

namespace guard::policy {

class FakeFacts : public ExampleFacts {
 public:
  FakeFacts();

  void add(const std::string& name, Recoverability recoverability = Recoverability::kPrecious,
           ObjectType type = ObjectType::kFile, std::uint64_t bytes = 1000);
  void add_folder(const std::string& name,
                  Recoverability recoverability = Recoverability::kPrecious);
  void set_permissions(const std::string& name, std::uint32_t permissions);
  void set_wildcard(bool wildcard) { wildcard_ = wildcard; }
  void set_raising(Raising raising) { raising_ = raising; }
  void set_free(std::uint64_t bytes) { free_ = bytes; }
  void set_complete(bool complete) { complete_ = complete; }

  Object object(const std::string& operand, LastLink last) override;
  Effect walk(const std::vector<std::string>& operands, Extent extent,
              const EachObject& each) override;
  bool from_wildcard(const std::vector<std::string>& operands) override;
  bool is_list(const std::vector<std::string>& operands) override;
  std::uint64_t free_bytes(const std::string& /*operand*/) override { return free_; }
  Raising raising() const override { return raising_; }
  Changeable changeable(const std::string& operand) override {
    return changeable_by_place(operand);
  }

  // The operands that the last walk was asked for.
  [[nodiscard]] const std::vector<std::string>& last_walk() const { return last_walk_; }

 private:
  struct Entry {
    ObjectType type = ObjectType::kFile;
    Recoverability recoverability = Recoverability::kPrecious;
    std::uint64_t bytes = 0;
    std::uint32_t permissions = 0;  // 0: 0644, of a folder 0755
  };
  void count(Effect& effect, EffectOperand& operand, const std::string& path, const Entry& entry);

  std::map<std::string, Entry> entries_;
  bool wildcard_ = false;
  Raising raising_ = Raising::kNever;
  bool complete_ = true;
  std::uint64_t free_ = 1'000'000'000'000;
  std::vector<std::string> last_walk_;
};

}  // namespace guard::policy

#endif  // GUARD_TESTS_SUPPORT_FAKE_FACTS_H_
