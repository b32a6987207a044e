// SPDX-License-Identifier: Apache-2.0
#include "policy/load/rules_hold.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/command/read_operands.h"
#include "policy/effects/file_assessment.h"
#include "policy/load/compiled_packs.h"
#include "policy/load/contradictions.h"
#include "policy/load/example_facts.h"
#include "policy/load/rule_words.h"
#include "policy/load/settings_doubts.h"
#include "policy/load/unasked_acts.h"
#include "policy/network/host_pattern.h"
#include "policy/paths/path_class.h"
#include "policy/text/excepted.h"
#include "policy/text/faults.h"
#include "policy/text/glob.h"
#include "policy/text/glob_meet.h"
#include "policy/text/glob_sample.h"

namespace guard::policy {
namespace {

constexpr const char* kNameTheActs = ". Name the acts that you mean, as in `act: [read, write]`";

std::string placed(const Rule& rule, const std::string& text) {
  return rule.source + ":1: rule " + rule.id + ": " + text;
}

// The example's machine, where the policy's own patterns say what a secret is.
class Secrets {
 public:
  explicit Secrets(const Policy& policy) : classifier_(roots_of(policy)) {}

  [[nodiscard]] bool may_be(const std::string& pattern) const {
    return is_secret_by_sample(pattern) || (!is_whole_place(pattern) && meets_own_pattern(pattern));
  }
  // The home, the workspace or the machine as a whole: its secrets are meant, or more than that.
  [[nodiscard]] bool is_whole_place(const std::string& pattern) const {
    const std::string absolute = anchored(pattern);
    return std::ranges::any_of(std::array{anchored("~/x"), anchored("./x"), std::string("/x")},
                               [&](const auto& path) { return path_glob_matches(absolute, path); });
  }

 private:
  [[nodiscard]] std::string anchored(const std::string& pattern) const {
    return anchored_glob(pattern, example_.cwd(), classifier_.roots().home);
  }
  [[nodiscard]] bool meets_own_pattern(const std::string& pattern) const {
    return std::ranges::any_of(classifier_.roots().patterns, [&](const auto& own) {
      return own.second == PathClass::kSecret && globs_meet(anchored(pattern), anchored(own.first));
    });
  }
  [[nodiscard]] bool is_secret_by_sample(const std::string& pattern) const {
    constexpr std::array<std::string_view, 3> kFilled = {"x", "", "x/y"};
    return std::ranges::any_of(kFilled, [&](std::string_view filled) {
      const std::string path = example_.canonical(glob_sample(pattern, filled));
      return is_secret(path);
    });
  }
  static PathRoots roots_of(const Policy& policy) {
    PathRoots roots = ExampleFacts().classifier().roots();
    roots.patterns = policy.paths;
    for (const Profile& profile : policy.profiles) {
      for (std::string& glob : below_state(profile, profile.secrets, roots.home))
        roots.patterns.emplace_back(std::move(glob), PathClass::kSecret);
    }
    return roots;
  }

  [[nodiscard]] bool is_secret(const std::string& path) const {
    Object object;
    object.path = path;
    object.type = ObjectType::kFile;
    object.path_class = classifier_.classify(path, object.type);
    return is_secret_to_read(object);
  }

  const ExampleFacts example_;
  const PathClassifier classifier_;
};

bool says(const std::vector<Act>& acts, Act act) {
  return std::ranges::find(acts, act) != acts.end();
}

bool restricts(const Rule& rule) {
  return rule.decision != Verdict::kAllow;
}

// No rule is asked about a read that is none of a secret.
bool is_about_secrets_alone(const Condition& when) {
  const bool by_category =
      !when.category.empty() && std::ranges::all_of(when.category, [](Category category) {
        return category == Category::kFsConfigSecrets;
      });
  return by_category || when.min_tier.value_or(0) >= 1;
}

std::string objection_to_read(const Rule& rule, const Policy& policy) {
  const Condition& when = rule.when;
  if (!restricts(rule) || !says(when.act, Act::kRead) || is_about_secrets_alone(when)) return {};
  if (when.path.empty())
    return "act: only reads of secrets are held: add `category: FS_CONFIG_SECRETS`, or name the "
           "files in `paths: {secret: [...]}`";
  const Secrets secrets(policy);
  for (const auto& pattern : when.path) {
    if (is_exception(pattern) || secrets.may_be(pattern)) continue;
    if (secrets.is_whole_place(pattern))
      return "path: of \"" + pattern +
             "\" only reads of secrets are held: add `category: FS_CONFIG_SECRETS` to mean those";
    return "path: a read of \"" + pattern +
           "\" is not held, for no secret lies there: write `paths: {secret: [\"" + pattern +
           "\"]}`";
  }
  return {};
}

std::string doubt_about_switch(const Rule& rule, const Policy& policy) {
  const bool off = policy.secret_reads == SecretReads::kOff;
  return off && restricts(rule) && says(rule.when.act, Act::kRead)
             ? "no read is judged where `secrets: {reads: off}` holds"
             : "";
}

// A rule's "photos" means the folder's content too, where it restricts; a secret's does not.
std::string as_secret(const std::string& pattern) {
  const std::size_t name = pattern.rfind('/') + 1;
  const bool may_be_folder = !has_wildcard(pattern) && pattern.find('.', name + 1) == pattern.npos;
  return may_be_folder ? pattern + "/**" : pattern;
}

// A rule without `act` speaks of every act, also of reads that guard never sees.
// A rule about `rm` and a path means what rm does there; one about `cat` can only mean reads.
bool may_only_read(const Condition& when) {
  return std::ranges::all_of(when.command, [](const std::string& command) {
    const std::string name(base_name(command));
    return name == "find" || name == "ls" || !read_operands({name, "x", "x"}).empty();
  });
}

std::string doubt_about_reads(const Rule& rule, const Policy& policy) {
  const Condition& when = rule.when;
  if (!restricts(rule) || !when.act.empty() || when.path.empty() || !may_only_read(when) ||
      is_about_secrets_alone(when))
    return {};
  const Secrets secrets(policy);
  for (const auto& pattern : when.path) {
    if (is_exception(pattern) || secrets.may_be(pattern)) continue;
    if (secrets.is_whole_place(pattern))
      return "path: of \"" + pattern +
             "\" only reads of secrets are held: add `category: FS_CONFIG_SECRETS` to mean those";
    return "holds for every act but reads of \"" + pattern +
           "\": to hold those too, write `paths: {secret: [\"" + as_secret(pattern) + "\"]}`";
  }
  return {};
}

// The path of an exec is the program's, not that of a file that its words name.
std::string doubt_about_program(const Rule& rule) {
  const Condition& when = rule.when;
  if (when.act != std::vector{Act::kExec} || when.path.empty()) return {};
  return "with `act: exec`, `path` is the program's own place, and an interpreter that is given "
         "the "
         "file is another program: leave `act` out for what its words name, or use `command: "
         "./bin/deploy`";
}

std::string doubt_about_port(const std::string& host) {
  const std::string meant = host_pattern_with_port_meant(host);
  if (meant.empty()) return {};
  return "\"" + host + "\" is an address without a port: did you mean \"" + meant + "\"?";
}

// Nobody here can mend what guard ships. A pack's file is called "strict.yaml", the pack "strict".
bool is_of_pack(const Rule& rule, const Policy& policy) {
  const std::string file = rule.source.substr(0, rule.source.rfind(':'));
  const auto is_named = [&](const std::string& loaded) {
    return loaded == file || loaded.ends_with("/" + file);
  };
  if (std::ranges::any_of(policy.files, is_named)) return false;
  return std::ranges::any_of(compiled_packs(), [&](const CompiledPack& pack) {
    return file == std::string(pack.name) + ".yaml";
  });
}

}  // namespace

namespace {

std::string objection_to_hosts(const std::vector<std::string>& hosts, const Policy& policy) {
  if (policy.network_names != NameUse::kOff) return {};
  const auto found = std::ranges::find_if(hosts, host_pattern_is_of_many_names);
  if (found == hosts.end()) return {};
  return *found +
         " cannot be held to with `network.names: off`: name the hosts, or set `fake` or `real`";
}

}  // namespace

Result<void> check_rules_hold(const Policy& policy, const std::vector<std::string>& allowed_at) {
  if (weakened("unenforceable-rules")) return {};
  Faults faults;
  std::vector<Rule> rules = policy.rules;
  rules.insert(rules.end(), policy.monitored.begin(), policy.monitored.end());
  for (const auto& rule : rules) {
    std::string why = objection_to_words(rule.when, *policy.specs);
    if (why.empty()) why = objection_to_read(rule, policy);
    if (why.empty()) why = objection_to_hosts(rule.when.host, policy);
    if (!why.empty()) faults.add(Error{Code::kInvalid, 0, placed(rule, why)});
  }
  for (std::size_t i = 0; i < policy.network_allow.size(); ++i) {
    const auto why = objection_to_hosts({policy.network_allow[i]}, policy);
    if (!why.empty())
      faults.add(Error{Code::kInvalid, 0, allowed_at.at(i) + ": network.allow: " + why});
  }
  return faults.result();
}

std::vector<std::string> doubts_about(const Policy& policy) {
  std::vector<std::string> doubts;
  const auto specs = specs_of(policy);
  for (const auto& rule : policy.rules) {
    if (is_of_pack(rule, policy)) continue;
    for (const auto& flag : flags_in_capitals(rule.when, *specs))
      doubts.push_back(placed(
          rule, "guard does not know the flag " + flag + ": the rule holds for it as it is spelt"));
    for (const auto& sub : doubtful_subcommands(rule.when, *specs))
      doubts.push_back(placed(rule, "guard does not know the subcommand " + sub +
                                        ": the rule holds for it as it is spelt"));
    for (const std::string& doubt :
         {doubt_about_reads(rule, policy), doubt_about_switch(rule, policy),
          doubt_about_cover(rule, policy), doubt_about_breadth(rule), doubt_about_program(rule)})
      if (!doubt.empty()) doubts.push_back(placed(rule, doubt));
    for (const std::string& host : rule.when.host)
      if (const std::string why = doubt_about_port(host); !why.empty())
        doubts.push_back(placed(rule, "host: " + why));
  }
  for (const auto settings :
       {doubts_about_modes, doubts_about_people, doubts_about_paths, doubts_about_free_places,
        doubts_about_pre_confirmed, doubts_about_allowed_raises, doubts_about_commands,
        doubts_about_hosts})
    for (std::string& doubt : settings(policy)) doubts.push_back(std::move(doubt));
  for (const std::string& entry : policy.network_allow) {
    if (const auto why = host_pattern_too_wide(entry)) doubts.push_back("network.allow: " + *why);
    if (const std::string why = doubt_about_port(entry); !why.empty())
      doubts.push_back("network.allow: " + why);
  }
  for (const UnaskedActs& found : unasked_acts(policy)) {
    if (is_of_pack(found.rule, policy)) continue;
    doubts.push_back(placed(
        found.rule, unasked_text(found) + (names_path_alone(found.rule) ? kNameTheActs : "") +
                        ". The same `when` with `tier: 3` in a rule that asks keeps them "
                        "asked; in a rule that allows, it says that you mean it"));
  }
  return doubts;
}

}  // namespace guard::policy
