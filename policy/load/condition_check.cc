// SPDX-License-Identifier: Apache-2.0
#include "policy/load/condition_check.h"

#include <algorithm>
#include <array>
#include <bitset>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

using Categories = std::bitset<static_cast<std::size_t>(Category::kExecArbitrary) + 1>;

template <class... Each>
Categories these(Each... categories) {
  Categories set;
  (set.set(static_cast<std::size_t>(categories)), ...);
  return set;
}

// The traits that an act can have at most.
struct Traits {
  Act act;
  bool host;
  bool path;
  Categories categories;
};

const std::vector<Traits>& traits() {
  static const Categories any = Categories().set();
  static const Categories of_files =
      any & ~these(Category::kNetworkRisk, Category::kSudo, Category::kGitPublish);
  static const Categories of_sockets =
      these(Category::kNetworkRisk, Category::kSystemImpact, Category::kFsConfigSecrets);
  static const Categories of_system = these(Category::kSystemImpact, Category::kNetworkRisk);
  static const std::vector<Traits> kTraits = {
      {Act::kExec, false, true, any},
      {Act::kRead, false, true, of_files},
      {Act::kCreate, false, true, of_files},
      {Act::kModify, false, true, of_files},
      {Act::kDelete, false, true, of_files},
      {Act::kRename, false, true, of_files},
      {Act::kLink, false, true, of_files},
      {Act::kMetadata, false, true, of_files},
      {Act::kConnect, true, false, of_sockets},
      {Act::kListen, true, false, of_sockets},
      {Act::kSystem, false, false, of_system},
      {Act::kSign, false, false, these(Category::kNetworkRisk)},
  };
  return kTraits;
}

// Null: no rule is asked about such an act.
const Traits* traits_of(Act act) {
  const auto found = std::ranges::find(traits(), act, &Traits::act);
  return found == traits().end() ? nullptr : &*found;
}

bool has_category(const Traits& row, const Condition& when) {
  return when.category.empty() || std::ranges::any_of(when.category, [&](Category category) {
           return row.categories.test(static_cast<std::size_t>(category));
         });
}

// A git that is to start has the hosts that it would talk to.
bool starts_git(const Traits& row, const Condition& when) {
  return row.act == Act::kExec && std::ranges::any_of(when.command, [](const std::string& command) {
           return word_glob_matches(base_name(command), "git");
         });
}

using Has = bool (*)(const Traits&, const Condition&);
struct Selector {
  const char* key;
  const char* what;
  Has has;
  bool of_each = true;  // each of the acts named must be able to have it
};
constexpr std::array kSelectors = {
    Selector{"host", "a host",
             [](const Traits& row, const Condition& when) {
               return when.host.empty() || row.host || starts_git(row, when);
             }},
    Selector{"path", "a path",
             [](const Traits& row, const Condition& when) { return when.path.empty() || row.path; },
             false},  // beside file acts a connect is one to the socket of that path
    Selector{
        "mentions", "a path to mention",
        [](const Traits& row, const Condition& when) { return when.mentions.empty() || row.path; },
        false},
    Selector{"outside", "a path",
             [](const Traits& row, const Condition& when) { return !when.outside || row.path; },
             false},
    Selector{"category", "a category of these", has_category},
};

bool has_all(const Traits& row, const Condition& when) {
  return std::ranges::all_of(kSelectors, [&](const Selector& each) { return each.has(row, when); });
}

std::string about(const Selector& selector, const std::string& text) {
  return std::string(selector.key) + ": " + text;
}

// In a list of acts every one must be able to hold: the author of the rule relies on each.
std::optional<Objection> objection_to_acts(const Condition& when) {
  for (const Act act : when.act) {
    if (traits_of(act) == nullptr)
      return Objection{"act", "act: no rule is asked about a " + std::string(name_of(act)) +
                                  ": a signal out of the session is always refused"};
  }
  for (const Selector& selector : kSelectors) {
    const auto lacks = [&](Act act) { return !selector.has(*traits_of(act), when); };
    const auto first = std::ranges::find_if(when.act, lacks);
    if (first == when.act.end()) continue;
    const bool none_has = std::ranges::all_of(when.act, lacks);
    if (!none_has && !selector.of_each) continue;
    const std::string text = none_has
                                 ? "none of the acts named here has " + std::string(selector.what)
                                 : "\"" + std::string(name_of(*first)) + "\" never has " +
                                       selector.what + ": write a rule of its own for it";
    return Objection{selector.key, about(selector, text)};
  }
  return std::nullopt;
}

// Without a list any act will do, if it can have all of it.
std::optional<Objection> objection_to_any_act(const Condition& when) {
  const bool some =
      std::ranges::any_of(traits(), [&](const Traits& row) { return has_all(row, when); });
  if (some) return std::nullopt;
  if (!when.host.empty() && !when.path.empty())
    return Objection{"host", "host: no act has both a host and a path"};
  return Objection{"category", "category: no act with a host is of these categories"};
}

}  // namespace

std::optional<Objection> objection_to(const Condition& when) {
  if (weakened("unenforceable-rules")) return std::nullopt;
  if (!when.subcommand.empty() && when.command.empty())
    return Objection{"sub", "sub: a subcommand needs its command"};
  if (when.no_category && !when.category.empty())
    return Objection{"category", "category: none stands alone"};
  return when.act.empty() ? objection_to_any_act(when) : objection_to_acts(when);
}

}  // namespace guard::policy
