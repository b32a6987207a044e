// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/approvers.h"

#include <grp.h>
#include <pwd.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/text/text.h"
#include "base/uuid.h"
#include "base/weaken.h"
#include "supervisor/api/socket_access.h"
#include "supervisor/processes/serving_process.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

std::optional<uid_t> user_called(const std::string& name) {
  uid_t number = 0;
  const char* const end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data(), end, number);
  if (error == std::errc() && rest == end) return number;
  const passwd* const entry = ::getpwnam(name.c_str());
  return entry == nullptr ? std::nullopt : std::optional<uid_t>(entry->pw_uid);
}

// Members by the group's own list, and those whose first group it is.
std::vector<uid_t> members_of(const std::string& name) {
  std::vector<uid_t> members;
  const group* const entry = ::getgrnam(name.c_str());
  if (entry == nullptr) return members;
  const gid_t number = entry->gr_gid;
  std::vector<std::string> names;
  for (char** member = entry->gr_mem; *member != nullptr; ++member) names.emplace_back(*member);
  for (const std::string& member : names)
    if (const auto user = user_called(member)) members.push_back(*user);
  ::setpwent();
  while (const passwd* const user = ::getpwent())
    if (user->pw_gid == number) members.push_back(user->pw_uid);
  ::endpwent();
  return members;
}

std::string name_of_user(uid_t user) {
  const passwd* const entry = ::getpwuid(user);
  return entry == nullptr ? "uid " + std::to_string(user) : safe_text(entry->pw_name);
}

bool contains(const std::vector<uid_t>& users, uid_t user) {
  return std::find(users.begin(), users.end(), user) != users.end();
}

}  // namespace

Approvers::Approvers(const policy::Policy& policy, std::string socket, uid_t user)
    : policy_(policy), socket_(std::move(socket)), user_(user) {
  for (const std::string& name : policy.approvers) {
    std::vector<uid_t> found;
    if (name.starts_with('%')) {
      found = members_of(name.substr(1));
    } else if (const auto known = user_called(name)) {
      found = {*known};
    }
    if (found.empty())
      unknown_.push_back(
          "approver " + safe_text(name) +
          (name.starts_with('%') ? ": no such group, or nobody is in it" : ": no such user"));
    for (const uid_t one : found)
      if (!is_named(one)) named_.push_back(one);
  }
}

bool Approvers::is_named(uid_t user) const {
  return contains(named_, user);
}

bool Approvers::name_somebody_else() const {
  return std::ranges::any_of(named_, [this](uid_t user) { return user != user_; });
}

std::vector<std::string> Approvers::let_in() {
  std::vector<std::string> lines = unknown_;
  for (const uid_t user : named_) {
    const std::string folder = folder_closed_to(user, socket_);
    if (folder.empty()) continue;
    lines.push_back("approver " + name_of_user(user) + " cannot enter " + safe_text(folder) +
                    ": name a socket in a folder open to them with --socket");
  }
  if (policy_.two_person_tier > 0 && !name_somebody_else())
    lines.push_back("tier " + std::to_string(policy_.two_person_tier) +
                    " takes two people, and `approvers` names nobody else: it will be denied");
  if (auto let = open_socket(std::chrono::system_clock::now()); !let)
    lines.push_back("approvers cannot connect: " + let.error().text());
  return lines;
}

Result<void> Approvers::open_socket(TimePoint now) const {
  return let_users_in(socket_, connecting(now));
}

std::vector<uid_t> Approvers::connecting(TimePoint now) const {
  std::vector<uid_t> users = named_;
  for (const Delegation& delegation : delegations_)
    if (delegation.until > now) users.push_back(delegation.to);
  return users;
}

const Approvers::Delegation* Approvers::delegation_to(uid_t user, TimePoint now) const {
  const auto found = std::ranges::find_if(delegations_, [&](const Delegation& delegation) {
    return delegation.to == user && delegation.until > now;
  });
  return found == delegations_.end() ? nullptr : &*found;
}

Role Approvers::role_of(const ucred& peer, pid_t reaper, TimePoint now) const {
  const Role role = role_of_peer(peer, reaper, connecting(now));
  const bool own = peer.uid == user_ || peer.uid == 0 || is_named(peer.uid);
  return role == Role::kOutside && !own ? Role::kDelegate : role;
}

// Root may answer anywhere, but is whoever became it: no second person, unless the policy says so.
Say Approvers::say_of(uid_t user, TimePoint now) const {
  if (user == user_ || is_named(user)) return {3, user};
  if (const Delegation* delegation = delegation_to(user, now))
    return {delegation->tier, delegation->from};
  if (user == 0) return {3, std::nullopt};
  return {0, std::nullopt};
}

Json Approvers::json_of(const Delegation& delegation) {
  return {{"id", delegation.id},
          {"to", name_of_user(delegation.to)},
          {"from", name_of_user(delegation.from)},
          {"by", delegation.by},
          {"tier", delegation.tier},
          {"until", iso_time(delegation.until)}};
}

Result<Json> Approvers::hand_on(uid_t from, const std::string& by, const Json& body,
                                TimePoint now) {
  if (policy_.delegation_tier == 0)
    return fail(Code::kRefused, "the policy has no `delegation`: nothing can be handed on");
  if (!is_named(from) && from != user_)
    return fail(Code::kRefused, "only the session's user and approvers by name hand anything on");
  const bool known = std::ranges::all_of(body.items(), [](const auto& item) {
    return item.key() == "to" || item.key() == "tier" || item.key() == "minutes";
  });
  const bool typed = known && body.contains("to") && body["to"].is_string() &&
                     body.contains("tier") && body["tier"].is_number_integer() &&
                     body.contains("minutes") && body["minutes"].is_number_integer();
  if (!typed) return fail(Code::kInvalid, "fields 'to' (a user), 'tier' and 'minutes' are needed");
  const auto tier = body["tier"].get<std::int64_t>();
  const auto minutes = body["minutes"].get<std::int64_t>();
  const auto most = std::chrono::duration_cast<std::chrono::minutes>(policy_.delegation_for);
  const std::string name = body["to"].get<std::string>();
  const auto to = user_called(name);
  if (!to) return fail(Code::kInvalid, "no such user: " + safe_text(name));
  if (*to == user_ || *to == 0 || is_named(*to))
    return fail(Code::kInvalid, name_of_user(*to) + " may answer anyway");
  if (tier < 2 || tier > policy_.delegation_tier)
    return fail(Code::kInvalid, "the policy lets questions up to tier " +
                                    std::to_string(policy_.delegation_tier) + " be handed on");
  if (minutes < 1 || minutes > most.count())
    return fail(Code::kInvalid, "the policy lets them be handed on for 1 to " +
                                    std::to_string(most.count()) + " minutes");
  std::erase_if(delegations_, [&](const Delegation& old) { return old.to == *to; });
  delegations_.push_back(
      {make_uuid(), from, *to, by, static_cast<int>(tier), now + std::chrono::minutes(minutes)});
  if (auto let = open_socket(now); !let) {
    delegations_.pop_back();
    return forward(let.error().during("letting them in"));
  }
  Json made = json_of(delegations_.back());
  if (const std::string folder = folder_closed_to(*to, socket_); !folder.empty())
    made["notice"] = name_of_user(*to) + " cannot enter " + safe_text(folder) +
                     ": start guard run with a socket in a folder open to them";
  return made;
}

Json Approvers::list(TimePoint now) const {
  Json all = Json::array();
  for (const Delegation& delegation : delegations_)
    if (delegation.until > now) all.push_back(json_of(delegation));
  return all;
}

Result<void> Approvers::end(const std::string& id, const OnEnd& on_end) {
  const auto found = std::ranges::find(delegations_, id, &Delegation::id);
  if (found == delegations_.end())
    return fail(Code::kNotFound, "nothing was handed on as '" + safe_text(id) + "'");
  const Json ended = json_of(*found);
  delegations_.erase(found);
  on_end(ended);
  return open_socket(std::chrono::system_clock::now());
}

void Approvers::expire(TimePoint now) {
  const auto over =
      std::erase_if(delegations_, [&](const Delegation& one) { return one.until <= now; });
  if (over > 0) (void)open_socket(now);
}

void serve_approvers(Approvers& approvers, CallRecorder& record, pid_t reaper,
                     ApiBackend& backend) {
  const auto now = [] { return std::chrono::system_clock::now(); };
  backend.role_of = [&approvers, reaper, now](const ucred& peer) {
    return weakened("peer-role") ? Role::kOutside : approvers.role_of(peer, reaper, now());
  };
  backend.say_of = [&approvers, now](uid_t user) { return approvers.say_of(user, now()); };
  backend.delegate = [&approvers, &record, now](uid_t from, const std::string& by,
                                                const Json& body) {
    auto made = approvers.hand_on(from, by, body, now());
    if (made) record.handed_on(*made);
    return made;
  };
  backend.delegations = [&approvers, now] { return approvers.list(now()); };
  backend.end_delegation = [&approvers, &record](const std::string& by, const std::string& id) {
    return approvers.end(id, [&](const Json& ended) { record.handed_back(by, ended); });
  };
}

}  // namespace guard::supervisor
