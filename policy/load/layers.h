// SPDX-License-Identifier: Apache-2.0
// Layers: the files of a policy laid over one another, each checked against the schema first.
// Keeps who locked what, where each id was first used, and what an untrusted file may not loosen.
// An error leaves the policy half made: the caller drops it. One thread.
#ifndef GUARD_POLICY_LOAD_LAYERS_H_
#define GUARD_POLICY_LOAD_LAYERS_H_

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "policy/load/locks.h"
#include "policy/model/policy.h"
#include "policy/text/document.h"
#include "policy/text/faults.h"

namespace guard::policy {

class Layers {
 public:
  Layers();
  struct Origin {
    FileTrust trust = FileTrust::kTrusted;
    bool built_in = false;    // a pack, whose words are guard's own
    bool of_project = false;  // came with the repository, trusted or not
    bool is_release = false;  // came from the machine's policy source
  };
  // `root` is the checked document of a file.
  Result<void> add(const Node& root, Origin origin, Examples examples);
  [[nodiscard]] const Policy& policy() const { return policy_; }
  [[nodiscard]] Policy take();
  // Where each host of the policy's `network_allow` stands, "FILE:LINE:COLUMN".
  [[nodiscard]] const std::vector<std::string>& hosts_at() const { return hosts_at_; }

 private:
  struct KeyApplier;
  static const KeyApplier kAppliers[];

  Result<void> check_locks(const Node& root) const;
  Result<void> check_profile_locks(const Node& node, const Profile& profile) const;
  Result<void> claim_id(const Node& item, std::string_view id, bool is_row);
  void not_applied(const Node& at, const std::string& what);
  void hold(const Node& at, const std::string& what, const std::string& lock);

  Result<void> apply_modes(const Node& value);
  Result<void> apply_mode(const Node& value);
  Result<void> apply_safe_mode(const Node& value);
  Result<void> apply_workspace(const Node& value);
  Result<void> apply_network(const Node& value);
  void set_listen_use(const Node& network);
  void set_name_use(const Node& network);
  void set_default_name_use(const Node& value);
  void set_name_use_of_programs(const Node& map, NameUse wanted);
  void add_host_rule(const std::vector<Node>& hosts, const char* id, Verdict verdict);
  Result<void> apply_secrets(const Node& value);
  Result<void> apply_installs(const Node& value);
  template <class Value>
  void set_switch(const Node& said, const std::string& key, Value wanted, Value& value);
  Result<void> apply_collisions(const Node& value);
  Result<void> apply_environment(const Node& value);
  Result<void> apply_landlock(const Node& value);
  Result<void> apply_sudo(const Node& value);
  Result<void> apply_signatures(const Node& value);
  Result<void> apply_timeouts(const Node& value);
  Result<void> apply_undo(const Node& value);
  Result<void> apply_categories(const Node& value);
  Result<void> apply_paths(const Node& value);
  Result<void> apply_pre_confirmed(const Node& value);
  Result<void> apply_approvers(const Node& value);
  Result<void> apply_alerts(const Node& value);
  Result<void> apply_audit(const Node& value);  // sink_layer.cc
  Result<void> apply_alert_way(std::string_view key, const Node& value);
  Result<void> apply_two_person(const Node& value);
  Result<void> apply_delegation(const Node& value);
  Result<void> apply_profiles(const Node& value);
  Result<void> apply_rules(const Node& value);
  Result<void> apply_rule(const Node& item);
  Result<void> apply_commands(const Node& value);
  Result<void> apply_locked(const Node& value);
  Result<void> apply_release(const Node& value);  // release_layer.cc

  void set_timeout(const Node& timeouts, std::string_view key, std::chrono::seconds& timeout);
  [[nodiscard]] bool is_known(const std::string& command) const;
  [[nodiscard]] std::string loosening_of(const Node& item, const CommandSpec& spec) const;

  Policy policy_;
  // About the file being added:
  bool untrusted_ = false;
  bool built_in_ = false;
  bool is_release_ = false;
  bool leaves_out_ = false;  // what it may not say is left out, and no defect
  Faults held_;              // by locks, where it is a defect
  // About its key being applied:
  bool tighten_only_ = false;
  std::string lock_;  // what holds it, in words; "" for nothing
  Examples examples_ = Examples::kRead;
  Locks locks_;
  std::vector<std::string> hosts_at_;
  std::map<std::string, std::string> ids_;  // rule id -> where it stands
  std::set<std::string> shipped_rows_;      // of these: rows of packs, whose name a rule may have
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_LAYERS_H_
