// SPDX-License-Identifier: Apache-2.0
// Policy: one immutable snapshot of everything that was loaded. Shared as shared_ptr<const Policy>;
// the snapshot that judged a call is kept with the call.
#ifndef GUARD_POLICY_MODEL_POLICY_H_
#define GUARD_POLICY_MODEL_POLICY_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "policy/model/alerts.h"
#include "policy/model/command_spec.h"
#include "policy/model/environment.h"
#include "policy/model/mode.h"
#include "policy/model/profile.h"
#include "policy/model/release.h"
#include "policy/model/rule.h"
#include "policy/model/sinks.h"
#include "policy/model/spec_table.h"
#include "policy/network/listen_use.h"
#include "policy/network/name_use.h"
#include "policy/paths/path_class.h"

namespace guard::policy {

// How far a policy file may go: an untrusted project file only makes the policy stricter.
enum class FileTrust { kTrusted, kMayOnlyTighten };

struct PolicyFile {
  std::string name;  // "default" for the built-in pack, else a path
  std::string text;
  FileTrust trust = FileTrust::kTrusted;
  bool was_trusted = false;    // a project file whose user trusts this content, or an earlier one
  bool only_profiles = false;  // a file of profiles: it may say nothing else
  bool is_release = false;     // it came from the machine's policy source
};

enum class SecretReads { kJudge, kLog, kOff };
// New hosts and uploads of a command that has read a secret: tier 3, or nothing more.
enum class AfterRead { kAsk, kOff };
// Whether secrets in the environment of CMD count as read from the start. From strict to loose.
enum class EnvironmentSecrets { kCounts, kIgnored };

// A package's own script that an installer starts has fewer rights; would have them, which is on
// record; or has the rights of any command. From strict to loose.
enum class InstallScripts { kOn, kLog, kOff };

// An act that would take what another session changed and nobody committed: asked, on record, or
// judged as any other. From strict to loose.
enum class CollisionWrites { kAsk, kLog, kOff };

// Landlock roots around the tree: kAuto means for an ordinary user, where the kernel has it. From
// strict to loose.
enum class LandlockUse { kOn, kAuto, kOff };
// Whether approved sudo and its kin run, outside of supervision (docs/decisions/0040).
enum class SudoUse { kOff, kAsk };
// The ticket of sudo, by which it asks for no password for a while. From strict to loose.
enum class SudoTicket { kDrop, kKeep };
// Key agents outside: guard stands in the connection and asks about each signature, or the
// connection opens the whole agent and is asked about.
enum class SignatureUse { kAsk, kOff };

inline constexpr std::chrono::seconds kTier2Timeout{limit("question.tier2_timeout")};
inline constexpr std::chrono::seconds kTier3Timeout{limit("question.tier3_timeout")};

struct Policy {
  Mode mode = balanced_mode();
  std::map<std::string, Mode> modes;  // by name, the built-in three included
  bool safe_mode = true;
  std::vector<std::string> workspace;       // as written; empty: the default
  std::vector<std::string> network_allow;   // hosts, "host:port"
  std::optional<ListenUse> network_listen;  // nothing said: listen_use_of()
  // Nothing said: kFake where guard can answer as each name server does, and where a pattern of
  // hosts needs it; else kOff.
  std::optional<NameUse> network_names;
  std::vector<NamesOfProgram> names_of_programs;  // what counts for these programs instead
  // In this run alone, hosts that would be asked about are reached, and on record.
  bool logs_network = false;
  std::vector<std::pair<std::string, PathClass>> paths;
  std::vector<std::string> pre_confirmed;
  std::map<Category, int> category_tiers;
  std::chrono::seconds tier2_timeout = kTier2Timeout;
  std::chrono::seconds tier3_timeout = kTier3Timeout;
  // The users who may answer besides the session's user: "ana", "1000", "%ops" (a group).
  std::vector<std::string> approvers;
  int two_person_tier = 0;  // questions of this tier take two people; 0: none do
  int delegation_tier = 0;  // approvers may hand on questions up to this tier; 0: none
  std::chrono::seconds delegation_for{8 * 3600};
  std::vector<Rule> rules;
  std::vector<Rule> monitored;               // that decide nothing yet (key `monitor`)
  std::vector<CommandSpec> commands;         // later entries extend earlier ones
  std::shared_ptr<const SpecTable> specs;    // of commands: made once, by load_policy
  std::vector<EnvironmentRule> environment;  // what CMD does not get of it
  SecretReads secret_reads = SecretReads::kJudge;
  AfterRead after_read = AfterRead::kAsk;
  EnvironmentSecrets environment_secrets = EnvironmentSecrets::kIgnored;
  InstallScripts install_scripts = InstallScripts::kOn;
  CollisionWrites collision_writes = CollisionWrites::kAsk;
  // A session that ended counts for so long; zero: those that live alone.
  std::chrono::seconds collision_ended{0};
  LandlockUse landlock = LandlockUse::kAuto;
  SudoUse sudo = SudoUse::kAsk;
  std::vector<std::string> sudo_allow;  // command lines behind sudo that go unasked
  SudoTicket sudo_ticket = SudoTicket::kDrop;
  bool sudo_supervise = false;  // approved sudo runs under a guard of root's own
  SignatureUse signatures = SignatureUse::kAsk;
  std::chrono::seconds undo_keep{30 * 24 * 3600};
  std::uint64_t undo_max = limit("undo.bytes");
  std::uint64_t undo_max_file = limit("undo.file");
  std::uint64_t undo_max_files = limit("undo.files");
  std::vector<std::string> locked;  // top-level keys: no later layer, option or variable may
                                    // change them
  std::map<std::string, std::string> locked_at;  // these, and where: "FILE:LINE"
  std::vector<std::string> not_applied;  // "FILE:LINE:COLUMN: ...": what an untrusted file would
                                         // have loosened, for people
  std::vector<std::string> files;        // what was loaded, in order
  std::vector<std::string> trusted;      // of these: project files that may loosen
  std::string
      hash;  // FNV-1a 64 over the loaded texts, hex: tells two policies apart, protects nothing
  std::optional<Release> release;  // that of the policy source, if one holds
  std::string release_note;        // for people: why none holds, or what is wrong with it
  Alerts alerts;
  std::vector<Sink> sinks;         // where copies of the record go
  std::vector<Profile> profiles;   // of agents; a later one of a name stands for the earlier
  std::optional<Profile> profile;  // that of this run (choose_profile)
};

// WANTED: "" by COMMAND, "none", or a name. The profile's hosts become known ones. An error: there
// is none of that name, or it is not COMMAND's and the policy has locked `profiles`, or `network`
// or `paths` and the profile says something of these.
[[nodiscard]] Result<void> choose_profile(Policy& policy, std::string_view wanted,
                                          const std::vector<std::string>& command);

// The value of `network.listen`. Where no file says it, the mode decides: kNarrow where acts of
// tier 1 go on unasked, else kAsk. With safe mode off kAsk too, which then asks nobody.
[[nodiscard]] ListenUse listen_use_of(const Policy& policy);
// In a container it is kAsk, where no file says it: what listens there is mostly meant to be
// reached from outside of it. Looks at this process (base/process/container.h).
void settle_listen_use(Policy& policy);

// A rule that restricts names all hosts below a name: guard can hold to that where it answers for
// the name servers alone. A rule that allows by such a name asks elsewhere.
[[nodiscard]] bool needs_names(const Policy& policy);
// The policy's word about lookups that ACTOR makes; of several that name it the strictest. A base
// name that loosens means an installed program. nullopt: nothing is said.
[[nodiscard]] std::optional<NameUse> name_use_of(const Policy& policy, const Actor& actor);

[[nodiscard]] bool is_locked(const Policy& policy, std::string_view key);  // "safe_mode"

}  // namespace guard::policy

#endif  // GUARD_POLICY_MODEL_POLICY_H_
