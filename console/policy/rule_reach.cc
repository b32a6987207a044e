// SPDX-License-Identifier: Apache-2.0
#include "console/policy/rule_reach.h"

#include <algorithm>
#include <string_view>

#include "console/policy/rule_yaml.h"
#include "policy/text/excepted.h"
#include "policy/text/glob.h"
#include "policy/text/glob_sample.h"

namespace guard::console {
namespace {

using policy::Condition;
using Texts = std::vector<std::string>;

constexpr std::size_t kMostParts = 4096;

// Each item of NARROW lies in one of WIDE. An empty list holds for everything.
template <class List, class Lies>
bool lists_reach(const List& wide, const List& narrow, Lies lies) {
  if (wide.empty()) return true;
  if (narrow.empty()) return false;
  return std::ranges::all_of(narrow, [&](const auto& one) {
    return std::ranges::any_of(wide, [&](const auto& other) { return lies(other, one); });
  });
}

bool is_same(const std::string& wide, const std::string& narrow) {
  return wide == narrow;
}

bool has_path(const std::string& word) {
  return word.find('/') != std::string::npos;
}

bool word_lies(const std::string& wide, const std::string& narrow) {
  if (wide == narrow) return true;
  if (has_path(wide) || has_path(narrow)) return false;
  return wide == "*" || (!policy::has_wildcard(narrow) && policy::word_glob_matches(wide, narrow));
}

// "db/**" holds for all that begins with "db/".
bool path_lies(const std::string& wide, const std::string& narrow) {
  constexpr std::string_view kBelow = "/**";
  if (wide == narrow) return true;
  if (!wide.ends_with(kBelow) || narrow.find("..") != std::string::npos) return false;
  const std::string folder = wide.substr(0, wide.size() - kBelow.size());
  if (policy::has_wildcard(folder)) return false;
  return narrow == folder || narrow.starts_with(folder + "/");
}

bool host_lies(const std::string& wide, const std::string& narrow) {
  if (wide == narrow) return true;
  const bool has_port = (wide + narrow).find(':') != std::string::npos;
  return !has_port && wide.starts_with("*.") && narrow.ends_with(wide.substr(1));
}

bool paths_reach(const Condition& wide, const Condition& narrow) {
  if (wide.path.empty()) return true;
  // Beside a path no act means another thing than all acts.
  if (wide.act.empty() != narrow.act.empty()) return false;
  const bool excepts = std::ranges::any_of(wide.path, policy::is_exception) ||
                       std::ranges::any_of(narrow.path, policy::is_exception);
  return excepts ? wide.path == narrow.path : lists_reach(wide.path, narrow.path, path_lies);
}

// The acts decide which paths are looked at for a name.
bool names_reach(const Condition& wide, const Condition& narrow) {
  if (wide.mentions.empty() && !wide.outside) return true;
  const auto starts = [](const Condition& when) {
    return std::ranges::find(when.act, policy::Act::kExec) != when.act.end();
  };
  const bool alike = wide.act == narrow.act ||
                     (!wide.act.empty() && !narrow.act.empty() && !starts(wide) && !starts(narrow));
  return alike && lists_reach(wide.mentions, narrow.mentions, is_same) &&
         (!wide.outside || narrow.outside);
}

// `none` is one more item.
bool categories_reach(const Condition& wide, const Condition& narrow) {
  if (wide.category.empty() && !wide.no_category) return true;
  if (narrow.category.empty() && !narrow.no_category) return false;
  if (narrow.no_category && !wide.no_category) return false;
  return std::ranges::all_of(narrow.category, [&](policy::Category one) {
    return std::ranges::find(wide.category, one) != wide.category.end();
  });
}

// Each condition with one item of LIST in the list's place.
template <class Item>
void split(std::vector<Condition>& parts, std::vector<Item> Condition::*list) {
  std::vector<Condition> more;
  for (const Condition& part : parts) {
    if ((part.*list).size() < 2) more.push_back(part);
    if ((part.*list).size() < 2) continue;
    for (const Item& item : part.*list) {
      more.push_back(part);
      more.back().*list = {item};
    }
    if (more.size() > kMostParts) return;
  }
  parts = std::move(more);
}

std::string first_sample(const Texts& patterns, const char* otherwise) {
  return patterns.empty() ? otherwise : policy::glob_sample(patterns.front(), "x");
}

std::string command_sample(const Condition& when) {
  std::string line = first_sample(when.command, "");
  if (line.empty()) return "";
  if (!when.subcommand.empty()) line += " " + first_sample(when.subcommand, "");
  if (!when.flags.empty())
    line += (when.flags.front().size() == 1 ? " -" : " --") + when.flags.front();
  if (!when.has.empty()) line += " " + first_sample(when.has, "");
  return line;
}

}  // namespace

bool reaches_all(const Condition& wide, const Condition& narrow) {
  // Beside a host no command leaves out the git that connects there.
  if (!wide.host.empty() && wide.command.empty() != narrow.command.empty()) return false;
  const auto same_act = [](policy::Act a, policy::Act b) { return a == b; };
  return lists_reach(wide.command, narrow.command, word_lies) &&
         lists_reach(wide.subcommand, narrow.subcommand, word_lies) &&
         lists_reach(wide.flags, narrow.flags, is_same) &&
         lists_reach(wide.has, narrow.has, word_lies) &&
         lists_reach(wide.act, narrow.act, same_act) && paths_reach(wide, narrow) &&
         names_reach(wide, narrow) && lists_reach(wide.host, narrow.host, host_lies) &&
         categories_reach(wide, narrow) && wide.min_tier.value_or(0) <= narrow.min_tier.value_or(0);
}

std::vector<Condition> parts_of(const Condition& narrow) {
  std::vector<Condition> parts = {narrow};
  for (const auto list : {&Condition::command, &Condition::subcommand, &Condition::flags,
                          &Condition::has, &Condition::mentions, &Condition::host})
    split(parts, list);
  split(parts, &Condition::act);
  if (std::ranges::none_of(narrow.path, policy::is_exception)) split(parts, &Condition::path);
  return parts;
}

SampleAct sample_of(const Condition& when) {
  SampleAct sample;
  const std::string command = command_sample(when);
  const bool is_command_alone = !command.empty() && when.act.empty() && when.path.empty() &&
                                when.host.empty() && when.mentions.empty() && !when.outside;
  if (is_command_alone) sample.command = command;
  if (!when.act.empty()) sample.text += std::string(policy::name_of(when.act.front())) + " ";
  if (!when.path.empty()) sample.text += first_sample(when.path, "") + " ";
  if (!when.host.empty()) sample.text += first_sample(when.host, "") + " ";
  if (!command.empty()) sample.text += (sample.text.empty() ? "" : "by ") + command;
  if (sample.text.empty()) sample.text = "an act with " + condition_yaml(when);
  while (sample.text.ends_with(' ')) sample.text.pop_back();
  return sample;
}

}  // namespace guard::console
