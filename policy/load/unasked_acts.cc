// SPDX-License-Identifier: Apache-2.0
#include "policy/load/unasked_acts.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/text/text.h"
#include "policy/assess/assessor.h"
#include "policy/decide/evaluator.h"
#include "policy/load/example_facts.h"
#include "policy/text/excepted.h"
#include "policy/text/glob.h"
#include "policy/text/glob_sample.h"
#include "policy/text/shell_words.h"

namespace guard::policy {
namespace {

constexpr int kTierOfPersons = 3;
constexpr std::size_t kShown = 3;

using Words = std::vector<std::string>;

bool is_meant(const Rule& rule) {
  return rule.when.min_tier.value_or(0) >= kTierOfPersons;
}

bool allows(const Rule& rule) {
  return rule.decides && rule.decision == Verdict::kAllow;
}

// Rules that are meant so stand first: what they hold for, no other one is blamed for.
Policy with_meant_first(Policy policy) {
  std::stable_partition(policy.rules.begin(), policy.rules.end(), is_meant);
  return policy;
}

// "--force"; "-c", "remote.x.push=x".
void add_flag(const std::string& flag, const CommandSpec& spec, Words& words) {
  const std::size_t equals = flag.find('=');
  const std::string name = glob_sample(flag.substr(0, equals), "x");
  const bool has_value = equals != std::string::npos;
  const std::string value = has_value ? glob_sample(flag.substr(equals + 1), "x") : "";
  if (name == "--") return words.push_back(name);
  if (name.size() > 1 && !spec.single_dash_long)
    return words.push_back("--" + name + (has_value ? "=" + value : ""));
  words.push_back("-" + name);
  if (has_value) words.push_back(value);
}

// `--force` says more than `-f`.
const std::string& clearest(const Words& flags) {
  const auto is_long = [](const std::string& flag) {
    return flag.find('=') > 1 && flag.size() > 1;
  };
  const auto found = std::ranges::find_if(flags, is_long);
  return found == flags.end() ? flags.front() : *found;
}

Words sample_command(const std::string& program, const CommandSpec& spec, const SpecRule& row) {
  Words words = {program};
  if (!row.sub.empty()) {
    const auto sub = split_words(glob_sample(row.sub.front(), "x"));
    if (sub) words.insert(words.end(), sub->begin(), sub->end());
  }
  if (!row.flags.empty()) add_flag(clearest(row.flags), spec, words);
  for (const std::string& flag : row.all_flags) add_flag(flag, spec, words);
  if (!row.has.empty()) words.push_back(glob_sample(row.has.front(), "x"));
  if (row.operands.value_or(false) && row.has.empty()) words.emplace_back("x");
  return words;
}

// No row of a spec says these: their tier depends on where the operands lie.
const std::vector<Words>& commands_on_files() {
  static const std::vector<Words> kCommands = {
      {"rm", "-r", "src"},       {"rm", "/usr/lib/x"},           {"mv", "/usr/lib/x", "y"},
      {"cp", "x", "/usr/lib/x"}, {"chmod", "777", "/usr/lib/x"}, {"tee", "/usr/lib/x"},
      {"truncate", "/usr/lib/x"}};
  return kCommands;
}

Action exec_of(Words words, const std::string& cwd) {
  Action action;
  action.act = Act::kExec;
  action.cwd = cwd;
  action.exe = "/usr/bin/" + words.front();
  action.argv = std::move(words);
  return action;
}

class Trial {
 public:
  explicit Trial(const Policy& policy)
      : policy_(std::make_shared<const Policy>(with_meant_first(policy))),
        assessor_(policy_),
        evaluator_(policy_, {.workspace = facts_.workspace(), .home = facts_.home()}, {},
                   [this](const Action& /*exec*/, const CommandLine& /*line*/) {
                     return hosts_of_rule();
                   }) {}

  // The acts among these that RULE lets go unasked, in words.
  Words let_go(const Rule& rule) {
    found_.clear();
    rule_ = &rule;
    if (may_hold_for(Act::kExec)) try_commands();
    if (rule.when.command.empty()) {
      try_file_acts();
      try_connections();
    }
    return std::move(found_);
  }

 private:
  // A git that goes where the rule says.
  [[nodiscard]] NamedPlaces hosts_of_rule() const {
    constexpr std::uint16_t kPort = 443;
    if (rule_ == nullptr || rule_->when.host.empty()) return {};
    auto place = place_of_authority(rule_->when.host.front(), kPort);
    return {.places = {place.value_or(NamedPlace{"example.org", kPort})}};
  }

  [[nodiscard]] bool may_hold_for(Act act) const {
    const auto& acts = rule_->when.act;
    // A rule about paths or file acts holds for a command by what it does.
    const bool by_effect = act == Act::kExec && rule_->when.host.empty();
    return acts.empty() || by_effect || std::ranges::find(acts, act) != acts.end();
  }

  void try_act(const Action& action, const std::string& words) {
    const Assessment assessment = assessor_.assess(action, facts_);
    if (assessment.tier < kTierOfPersons || assessment.block) return;
    const Decision decision = evaluator_.evaluate(action, assessment, {});
    const bool lets_go = decision.verdict == Verdict::kAllow && decision.rule == rule_->id;
    if (lets_go && std::ranges::find(found_, words) == found_.end()) found_.push_back(words);
  }

  [[nodiscard]] bool names(const std::string& program) const {
    const auto& wanted = rule_->when.command;
    return wanted.empty() || std::ranges::any_of(wanted, [&](const std::string& name) {
             return word_glob_matches(base_name(name), program);
           });
  }

  void try_command(Words words) {
    const std::string shown = command_text(words);
    try_act(exec_of(std::move(words), facts_.cwd()), shown);
  }

  void try_commands() {
    for (const CommandSpec& spec : assessor_.specs().all()) {
      const auto program = std::ranges::find_if(
          spec.commands, [&](const auto& name) { return names(glob_sample(name, "")); });
      if (program == spec.commands.end()) continue;
      for (const SpecRule& row : spec.rules) {
        if (row.tier >= kTierOfPersons && !row.block)
          try_command(sample_command(glob_sample(*program, ""), spec, row));
      }
    }
    for (const Words& words : commands_on_files())
      if (names(words.front())) try_command(words);
  }

  // Where the rule's patterns lie; without any, a place of the system.
  [[nodiscard]] Words sample_paths() const {
    if (rule_->when.path.empty()) return {"/usr/lib/x"};
    Words paths;
    for (const std::string& pattern : rule_->when.path)
      if (!is_exception(pattern)) paths.push_back(facts_.canonical(glob_sample(pattern, "x")));
    return paths;
  }

  void try_file_acts() {
    constexpr std::array kActs = {Act::kCreate, Act::kModify, Act::kDelete, Act::kMetadata};
    for (const std::string& path : sample_paths()) {
      for (const Act act : kActs) {
        if (!may_hold_for(act)) continue;
        Action action;
        action.act = act;
        action.cwd = facts_.cwd();
        action.objects = {facts_.object(path, LastLink::kKept)};
        if (act == Act::kCreate) action.objects.front().type = ObjectType::kMissing;
        try_act(action, std::string(name_of(act)) + " " + as_written(path));
      }
    }
  }

  // The made-up machine's folders are nobody's: "./src", as an author would write it.
  [[nodiscard]] std::string as_written(const std::string& path) const {
    if (path.starts_with(facts_.cwd() + "/")) return "." + path.substr(facts_.cwd().size());
    if (path.starts_with(facts_.home() + "/")) return "~" + path.substr(facts_.home().size());
    return path;
  }

  void try_connections() {
    if (!may_hold_for(Act::kConnect)) return;
    Action metadata;
    metadata.act = Act::kConnect;
    metadata.destination.address = "169.254.169.254";
    metadata.destination.port = 80;
    metadata.destination.protocol = "tcp";
    metadata.destination.metadata_service = true;
    try_act(metadata, "connect to the metadata service, 169.254.169.254");
  }

  ExampleFacts facts_;
  std::shared_ptr<const Policy> policy_;
  Assessor assessor_;
  Evaluator evaluator_;
  const Rule* rule_ = nullptr;
  Words found_;
};

}  // namespace

std::vector<UnaskedActs> unasked_acts(const Policy& policy) {
  const auto may = [](const Rule& rule) { return allows(rule) && !is_meant(rule); };
  if (std::ranges::none_of(policy.rules, may)) return {};
  std::vector<UnaskedActs> all;
  Trial trial(policy);
  for (const Rule& rule : policy.rules) {
    if (!may(rule)) continue;
    if (Words acts = trial.let_go(rule); !acts.empty()) all.push_back({rule, std::move(acts)});
  }
  return all;
}

bool names_path_alone(const Rule& rule) {
  Condition rest = rule.when;
  rest.path.clear();
  rest.min_tier.reset();
  return !rule.when.path.empty() && rest == Condition{};
}

std::string unasked_text(const UnaskedActs& found) {
  std::string text =
      names_path_alone(found.rule)
          ? "names a path alone, so it lets every act there go unasked (read, write, "
            "delete, move, metadata), those of tier 3 too: "
          : "lets acts of tier 3 go unasked: ";
  for (std::size_t i = 0; i < std::min(found.acts.size(), kShown); ++i)
    text += (i == 0 ? "" : ", ") + found.acts[i];
  if (found.acts.size() > kShown)
    text += " and " + std::to_string(found.acts.size() - kShown) + " more";
  return text;
}

}  // namespace guard::policy
