// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/grants.h"

#include <algorithm>

#include "base/uuid.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/approval/grant_kind.h"
#include "supervisor/approval/grant_pattern.h"

namespace guard::supervisor {
namespace {

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

const ApprovedCategory* find_category(const std::vector<ApprovedCategory>& approved,
                                      policy::Category category) {
  const auto found =
      std::find_if(approved.begin(), approved.end(),
                   [category](const ApprovedCategory& one) { return one.category == category; });
  return found == approved.end() ? nullptr : &*found;
}

// No silent fallback: an act of two categories needs both. A No to a place or to words is one to
// the act, whatever else it is besides.
bool covers_categories(const Grant& grant, const policy::Assessment& assessment) {
  const auto covers = [&grant](policy::Category category) {
    return contains(grant.categories, category);
  };
  const auto& categories = assessment.categories;
  // One to a secret is about that file: a move of it asks, and the No goes along.
  const bool names_act = grant.denies && !grant.pattern.empty() && grant.inode == 0;
  if (names_act && std::ranges::any_of(categories, covers)) return true;
  return std::ranges::all_of(categories, covers);
}

// An offered pattern, or one that names flags, means these flags. A person who writes `git clean *`
// means any. A No holds for more.
bool has_other_flags(const Grant& grant, const policy::Action& action,
                     const policy::Assessment& assessment) {
  const bool is_exact = !grant.place.empty() || has_flags(grant.pattern);
  return !grant.denies && is_exact && adds_flags(grant.pattern, action, assessment);
}

// A grant about a file act has a place. One that was remembered before there were places covers
// nothing, so the act is asked about again.
bool is_here(const Grant& grant, const policy::Action& action,
             const policy::Assessment& assessment) {
  const bool anywhere = grant.place.empty() && action.act == policy::Act::kExec;
  if (anywhere) return true;
  if (grant.place == kNowhere && !grant.denies) return false;
  return grant.place == grant_place(action, assessment) &&
         grant.inode == granted_inode(action, assessment);
}

// A list that nobody typed is covered for its command alone. Deletions one by one are no list: each
// act says its own path, which lies in the folder of a grant or does not.
bool is_list(const policy::Assessment& assessment) {
  return assessment.wildcard && assessment.rule != policy::own_rule("fs.delete.many");
}

// A yes to one kind of act is none to another one on the same files. A No holds for more. A grant
// that was remembered before there were kinds covers no act that has one.
bool is_of_kind(const Grant& grant, const policy::Action& action,
                const policy::Assessment& assessment) {
  return grant.denies || grant.kind == kind_of_act(action, assessment);
}

// A No to one file holds for reading it by whatever name it has later.
bool denies_reading(const Grant& grant, const policy::Action& action,
                    const policy::Assessment& assessment) {
  return grant.denies && grant.inode != 0 && action.act == policy::Act::kRead &&
         grant.inode == granted_inode(action, assessment);
}

bool covers_act(const Grant& grant, const policy::Action& action,
                const policy::Assessment& assessment) {
  if (denies_reading(grant, action, assessment)) return true;
  if (is_list(assessment) && grant.scope != Scope::kCommand && !grant.denies) return false;
  if (!grant.identity.empty()) return grant.identity == act_identity(action);
  if (!grant.loop.empty()) return grant.loop == loop_run(action, assessment);
  if ((assessment.tier >= 3 || assessment.unbound || assessment.rebindable) && !grant.denies)
    return false;
  // No yes to all of a command is one to keys.
  if (action.act == policy::Act::kSign && grant.pattern.empty()) return false;
  if (grant.scope == Scope::kCommand && grant.pattern.empty())
    return !policy::is_delicate(assessment);
  const bool by_words = action.act == policy::Act::kExec;
  const bool of_kind = is_of_kind(grant, action, assessment);
  const bool same = is_here(grant, action, assessment) &&
                    !has_other_flags(grant, action, assessment) && (by_words || of_kind);
  if (grant.denies && denies_effect(grant.pattern, action, assessment)) return true;
  if (grant.denies && contains(grant.categories, policy::Category::kFsDeleteOverwrite) &&
      denies_a_part(grant.pattern, action, assessment))
    return true;
  return (same && covers_action(grant.pattern, action)) ||
         (of_kind && covers_effect(grant.pattern, action, assessment));
}

}  // namespace

Result<void> Grants::approve_categories(const std::vector<policy::Category>& categories,
                                        const std::string& by) {
  if (categories.empty()) return fail(Code::kInvalid, "no categories: nothing was approved");
  {
    const std::lock_guard lock(mutex_);
    for (const policy::Category category : categories)
      if (!find_category(categories_, category)) categories_.push_back({category, by});
  }
  if (on_more_) on_more_();
  return {};
}

std::vector<policy::Category> Grants::approved_categories() const {
  const std::lock_guard lock(mutex_);
  std::vector<policy::Category> categories;
  for (const ApprovedCategory& approved : categories_) categories.push_back(approved.category);
  return categories;
}

std::string Grants::approvers_of(const std::vector<policy::Category>& categories) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> approvers;
  for (const policy::Category category : categories) {
    const ApprovedCategory* const approved = find_category(categories_, category);
    if (approved != nullptr && !contains(approvers, approved->by))
      approvers.push_back(approved->by);
  }
  std::string text;
  for (const std::string& approver : approvers) text += (text.empty() ? "" : ", ") + approver;
  return text;
}

std::string Grants::remember(Grant grant) {
  if (grant.scope == Scope::kOnce) return "";
  if (grant.id.empty()) grant.id = make_uuid();
  {
    const std::lock_guard lock(mutex_);
    grants_.push_back(grant);
  }
  if (on_more_) on_more_();
  return grant.id;
}

Result<void> Grants::remember_always(Grant grant) {
  grant.scope = Scope::kAlways;
  grant.id = make_uuid();
  const Result<void> added =
      standing_ ? standing_->add(grant) : fail(Code::kInvalid, "there is no place to remember it");
  if (added) {
    if (on_more_) on_more_();
    return {};
  }
  grant.scope = Scope::kSession;
  remember(std::move(grant));
  return added;
}

std::vector<Grant> Grants::standing() const {
  return standing_ ? standing_->here() : std::vector<Grant>();
}

bool Grants::applies(const Grant& grant, const std::vector<int>& ancestors,
                     std::chrono::system_clock::time_point now) const {
  switch (grant.scope) {
    case Scope::kCommand:
      return contains(ancestors, grant.command_pid) && !has_ended(grant.command_pid);
    case Scope::kMinutes:
      return grant.until.has_value() && now < *grant.until;
    case Scope::kSession:
    case Scope::kAlways:
      return !grant.until.has_value() || now < *grant.until;
    case Scope::kOnce:
      return false;
  }
  return false;
}

std::optional<Grant> Grants::first_in(const std::vector<Grant>& grants, bool denies,
                                      const policy::Action& action,
                                      const policy::Assessment& assessment,
                                      const std::vector<int>& ancestors,
                                      std::chrono::system_clock::time_point now) const {
  if (assessment.block) return std::nullopt;
  const auto found = std::ranges::find_if(grants, [&](const Grant& grant) {
    return grant.denies == denies && applies(grant, ancestors, now) &&
           covers_categories(grant, assessment) && covers_act(grant, action, assessment);
  });
  return found == grants.end() ? std::nullopt : std::optional(*found);
}

std::optional<Grant> Grants::denying(const policy::Action& action,
                                     const policy::Assessment& assessment,
                                     const std::vector<int>& ancestors,
                                     std::chrono::system_clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  return first_in(grants_, true, action, assessment, ancestors, now);
}

std::optional<Grant> Grants::covering(const policy::Action& action,
                                      const policy::Assessment& assessment,
                                      const std::vector<int>& ancestors,
                                      std::chrono::system_clock::time_point now) const {
  if (auto no = denying(action, assessment, ancestors, now)) return no;
  {
    const std::lock_guard lock(mutex_);
    if (auto yes = first_in(grants_, false, action, assessment, ancestors, now)) return yes;
  }
  return first_in(standing(), false, action, assessment, ancestors, now);
}

std::optional<Grant> Grants::denying_removal(std::string_view path,
                                             const std::vector<int>& ancestors,
                                             std::chrono::system_clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(grants_, [&](const Grant& grant) {
    return grant.denies && applies(grant, ancestors, now) &&
           contains(grant.categories, policy::Category::kFsDeleteOverwrite) &&
           (covers_path(grant.pattern, path) || covers_path(path, grant.pattern));
  });
  return found == grants_.end() ? std::nullopt : std::optional(*found);
}

std::vector<Grant> Grants::list() const {
  std::vector<Grant> all = standing();
  std::vector<Grant> own;
  {
    const std::lock_guard lock(mutex_);
    own = grants_;
  }
  std::erase_if(own, [this](const Grant& grant) {
    return grant.scope == Scope::kCommand && has_ended(grant.command_pid);
  });
  all.insert(all.begin(), own.begin(), own.end());
  return all;
}

void Grants::forget_command(int pid) {
  const std::lock_guard lock(mutex_);
  std::erase_if(grants_, [pid](const Grant& grant) {
    return grant.scope == Scope::kCommand && grant.command_pid == pid;
  });
}

std::optional<Grant> Grants::take_out(const std::string& id) {
  const std::lock_guard lock(mutex_);
  if (const auto category = policy::category_named(id)) {
    const auto approved = std::ranges::find(categories_, *category, &ApprovedCategory::category);
    if (approved == categories_.end()) return std::nullopt;
    Grant gone;
    gone.id = id;
    gone.categories = {*category};
    gone.by = approved->by;
    categories_.erase(approved);
    return gone;
  }
  const auto found = std::ranges::find(grants_, id, &Grant::id);
  if (found == grants_.end()) return std::nullopt;
  Grant gone = std::move(*found);
  grants_.erase(found);
  return gone;
}

Result<Grant> Grants::revoke(const std::string& id) {
  if (auto gone = take_out(id)) return std::move(*gone);
  if (standing_) return standing_->revoke(id);
  return fail(Code::kNotFound, "no grant '" + id + "'");
}

}  // namespace guard::supervisor
