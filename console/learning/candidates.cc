// SPDX-License-Identifier: Apache-2.0
#include "console/learning/candidates.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/text/path.h"
#include "base/text/text.h"
#include "policy/command/command_levels.h"

namespace guard::console {
namespace {

using policy::Act;
using policy::Category;
using policy::Rule;

constexpr int kMostFolders = 3;  // how far above what was touched a folder is suggested

bool is_plain(std::string_view word) {
  return !word.empty() && word.front() != '-' && std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("._/@:+-").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

// "learned.git-push-origin"
std::string id_of(const std::vector<std::string>& words) {
  std::string id = "learned";
  char before = '.';
  for (const auto& word : words) {
    id += before;
    before = '-';
    for (const char c : word) id += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  }
  return id;
}

Rule allow_rule(const RecordedAct& act, const std::vector<std::string>& words) {
  Rule rule;
  rule.id = id_of(words);
  rule.decision = policy::Verdict::kAllow;
  rule.when.category = act.assessment.categories;
  return rule;
}

bool is_worth_asking(const RecordedAct& act) {
  const auto& categories = act.assessment.categories;
  const auto has = [&](Category category) {
    return std::ranges::find(categories, category) != categories.end();
  };
  return act.assessment.tier >= 3 || act.assessment.block || act.assessment.wildcard ||
         categories.empty() || has(Category::kSudo) || has(Category::kFsConfigSecrets) ||
         (act.action.act == Act::kExec && has(Category::kDepsInstallUpdate));
}

// Where to is said by an operand.
bool goes_elsewhere(const RecordedAct& act) {
  return std::ranges::any_of(act.assessment.categories, [](Category category) {
    return category == Category::kGitPublish || category == Category::kNetworkRisk;
  });
}

// "../x.git": another repository in each folder, and the rule would hold in all of them.
bool hangs_from_folder(const std::string& word) {
  const bool is_path = word.find('/') != std::string::npos || word == "." || word == "..";
  return is_path && word.front() != '/' && word.find(':') == std::string::npos;
}

bool is_below(const std::string& path, const std::string& folder) {
  return path.starts_with(folder + "/");
}

// "tmp.Zq9LmXe", "build-x7Gh2K": mkdtemp(3) chose these letters, and no later folder has them.
bool is_chosen_at_random(std::string_view name) {
  constexpr std::size_t kFewest = 6;
  const std::size_t begin = name.find_last_of("._-") + 1;  // 0 where there is none
  const std::string_view end = name.substr(begin);
  const auto has = [end](int (*kind)(int)) {
    return std::ranges::any_of(end, [kind](unsigned char c) { return kind(c) != 0; });
  };
  const bool is_word =
      std::ranges::all_of(end, [](unsigned char c) { return std::isalnum(c) != 0; });
  const int kinds = int{has(std::islower)} + int{has(std::isupper)} + int{has(std::isdigit)};
  const bool says_so = name.starts_with("tmp") || name.starts_with(".tmp");
  return begin > 0 && end.size() >= kFewest && is_word && kinds >= (says_so ? 2 : 3);
}

// It lies in such a folder, or is one: a rule about it would never hold again.
bool is_gone_tomorrow(std::string_view folder) {
  for (; folder.size() > 1; folder = parent_of(folder))
    if (is_chosen_at_random(base_name(folder))) return true;
  return false;
}

bool can_be_named(const std::string& path) {
  return safe_text(path) == path && !is_gone_tomorrow(path) &&
         path.find_first_of("*?[\\{|") == std::string::npos;
}

// Folders that hold all of these, from the nearest on; none at or above home, none of one level.
std::vector<std::string> folders_of(const std::vector<std::string>& paths,
                                    const std::string& home) {
  std::vector<std::string> folders;
  std::string folder = paths.empty() ? std::string() : std::string(parent_of(paths.front()));
  while (static_cast<int>(folders.size()) < kMostFolders &&
         folder.find('/', 1) != std::string::npos && folder != home && !is_below(home, folder)) {
    const bool holds =
        std::ranges::all_of(paths, [&](const std::string& path) { return is_below(path, folder); });
    if (holds && can_be_named(folder)) folders.push_back(folder);
    folder = std::string(parent_of(folder));
  }
  return folders;
}

void add_path(std::vector<Candidate>& out, const RecordedAct& act, const Rule& base,
              const std::string& path, const std::string& pattern, int breadth) {
  Rule rule = base;
  rule.id += "-" + id_of({std::string(base_name(path))}).substr(std::string("learned.").size());
  rule.when.path = {pattern};
  if (act.action.act != Act::kExec) rule.when.act = {act.action.act};
  out.push_back({std::move(rule), breadth});
}

// The one file first: its folder is suggested where others of it were asked about as well.
void add_places(std::vector<Candidate>& out, const RecordedAct& act, const Rule& base,
                const std::vector<std::string>& paths, const std::string& home) {
  if (paths.size() == 1 && can_be_named(paths.front()))
    add_path(out, act, base, paths.front(), paths.front(), 0);
  int breadth = 1;
  for (const auto& folder : folders_of(paths, home))
    add_path(out, act, base, folder, folder + "/**", breadth++);
}

void add_commands(std::vector<Candidate>& out, const RecordedAct& act,
                  const policy::SpecTable& specs, const std::string& home) {
  const auto levels = policy::command_levels(act.action.argv, specs);
  if (levels.levels.empty() || levels.too_deep) return;
  const auto& line = levels.levels.back().line;
  if (!is_plain(line.program) || line.program.find('/') != std::string::npos) return;
  std::vector<std::string> words = {line.program};
  Rule base = allow_rule(act, words);
  base.when.command = {line.program};
  if (act.assessment.effect && !act.assessment.effect->operands.empty()) {
    std::vector<std::string> paths;
    for (const auto& operand : act.assessment.effect->operands)
      paths.push_back(operand.object.path);
    return add_places(out, act, base, paths, home);
  }
  const bool has_subcommand = is_plain(line.subcommand);
  if (has_subcommand) {
    base.when.subcommand = {line.subcommand};
    words.push_back(line.subcommand);
    base.id = id_of(words);
  }
  const bool outward = goes_elsewhere(act);
  if (outward && !line.operands.empty() && hangs_from_folder(line.operands.front())) return;
  if (!line.operands.empty() && is_plain(line.operands.front()) && (has_subcommand || !outward)) {
    Rule narrow = base;
    // Behind the subcommand, not anywhere: `git push other origin` goes elsewhere.
    if (has_subcommand)
      narrow.when.subcommand = {line.subcommand + " " + line.operands.front()};
    else
      narrow.when.has = {line.operands.front()};
    words.push_back(line.operands.front());
    narrow.id = id_of(words);
    out.push_back({std::move(narrow), 0});
  }
  // A program whose words guard does not know as subcommands would be allowed as a whole, and a
  // push with any operand goes anywhere.
  if (has_subcommand && !outward) out.push_back({std::move(base), 1});
}

// By the name, where it was judged by that.
std::string host_of(const policy::Destination& to) {
  if (to.name_source == policy::NameSource::kFake) return to.name;
  return to.address.find(':') == std::string::npos ? to.address : "[" + to.address + "]";
}

void add_hosts(std::vector<Candidate>& out, const RecordedAct& act) {
  const auto& to = act.action.destination;
  if (act.action.act != Act::kConnect || to.address.empty()) return;
  const std::string host = host_of(to);
  Rule rule = allow_rule(act, {"connect", host, std::to_string(to.port)});
  rule.when.host = {host + ":" + std::to_string(to.port)};
  out.push_back({rule, 0});
  rule.id = id_of({"connect", host});
  rule.when.host = {to.name_source == policy::NameSource::kFake ? host : to.address};
  out.push_back({std::move(rule), 1});
}

}  // namespace

std::vector<Candidate> candidates_of(const RecordedAct& act, const policy::SpecTable& specs,
                                     const std::string& home) {
  if (act.said != Said::kApproved || is_worth_asking(act)) return {};
  return every_candidate_of(act, specs, home);
}

std::vector<Candidate> every_candidate_of(const RecordedAct& act, const policy::SpecTable& specs,
                                          const std::string& home) {
  std::vector<Candidate> out;
  if (act.action.act == Act::kExec) {
    add_commands(out, act, specs, home);
  } else if (act.action.act == Act::kConnect || act.action.act == Act::kListen) {
    add_hosts(out, act);
  } else {
    std::vector<std::string> paths;
    for (const auto& object : act.action.objects) paths.push_back(object.path);
    add_places(out, act, allow_rule(act, {policy::name_of(act.action.act)}), paths, home);
  }
  return out;
}

Rule asks_at_tier_three(const Rule& allows) {
  Rule rule;
  rule.id = allows.id + ".tier3";
  rule.decision = policy::Verdict::kAsk;
  rule.when = allows.when;
  rule.when.category.clear();
  rule.when.has.clear();
  rule.when.min_tier = 3;
  return rule;
}

}  // namespace guard::console
