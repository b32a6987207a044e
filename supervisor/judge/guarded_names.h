// SPDX-License-Identifier: Apache-2.0
// GuardedNames: files that have several names (hard links), one of which a rule denies or asks for,
// or steers programs. Whoever changes such a file by another name is judged by that one.
// Looked for with the first act that may concern one, once a session: names that the tree makes
// later are judged when they are made. Reads folders; bounded. Any thread; one looks, the others
// wait.
#ifndef GUARD_SUPERVISOR_JUDGE_GUARDED_NAMES_H_
#define GUARD_SUPERVISOR_JUDGE_GUARDED_NAMES_H_

#include <sys/stat.h>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "policy/model/rule.h"
#include "policy/paths/path_class.h"

namespace guard::supervisor {

class GuardedNames {
 public:
  // RULES: of the policy; for where they lead through links, as well. CLASSIFIER outlives this.
  GuardedNames(const policy::PathClassifier& classifier, std::vector<policy::Rule> rules);

  // A regular file with several names whose guarded one is to be looked for.
  [[nodiscard]] static bool may_be_one(const struct stat& status);
  // Looking takes its time: not on the mediator.
  [[nodiscard]] bool has_looked() const;
  // The guarded name of the file. Nothing: it has none.
  [[nodiscard]] std::optional<std::string> name_of(const struct stat& status);
  // There were too many names to look at, or a folder could not be read: what was not found may be
  // one all the same.
  [[nodiscard]] bool is_cut_short() const;

 private:
  void look();
  void look_at_rule(const policy::Rule& rule, const std::string& workspace);
  void look_at_places(const std::string& folder);

  const policy::PathClassifier& classifier_;
  const std::vector<policy::Rule> rules_;
  mutable std::mutex mutex_;
  bool looked_ = false;
  std::size_t left_;
  std::map<std::pair<dev_t, ino_t>, std::string> names_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_GUARDED_NAMES_H_
