// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/name_service.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "policy/text/glob.h"
#include "supervisor/network/dns_query.h"

namespace guard::supervisor {

NameService::NameService(Choose choose, ResolverOptions options, HostLookup lookup)
    : choose_(std::move(choose)),
      addresses_(std::move(lookup)),
      fake_(answers_parts(options), policy::NameUse::kFake),
      real_(answers_parts(options), policy::NameUse::kReal) {}

NameAnswersParts NameService::answers_parts(ResolverOptions options) {
  return {.fakes = fakes_,
          .given = given_,
          .addresses = addresses_,
          .verdict = verdict_,
          .options = std::move(options)};
}

void NameService::close() {
  const std::lock_guard lock(mutex_);
  fake_.close();
  real_.close();
}

NameDoor& NameService::door_for(policy::NameUse use) {
  return use == policy::NameUse::kReal ? real_ : fake_;
}

void NameService::describe(policy::Destination& destination) const {
  if (destination.address.empty()) return;
  if (auto name = fakes_.name_at(destination.address)) {
    destination.name = *name;
    destination.names = {std::move(*name)};
    destination.name_source = policy::NameSource::kFake;
    destination.stand_in = true;
    return;
  }
  std::vector<std::string> names = given_.names_at(destination.address);
  if (names.empty()) return;
  destination.name = names.front();
  destination.names = {names.front()};
  destination.name_source = policy::NameSource::kDns;
  destination.shared_names.assign(names.begin() + 1, names.end());
  destination.former_names = given_.finals_at(destination.address);
}

bool NameService::has_network() {
  const std::lock_guard lock(mutex_);
  return fake_.has_network();
}

bool NameService::can_exchange() {
  const std::lock_guard lock(mutex_);
  return puts_sockets_ && fake_.has_network();
}

// The network is tried at the first lookup: most runs make none.
bool NameService::is_on(const policy::Actor& actor) {
  const NamePlan plan = choose_(actor).plan;
  return plan == NamePlan::kAlways || (plan == NamePlan::kWhereItCan && can_exchange());
}

bool NameService::is_asked_by(const interceptor::HeldCall& call, const policy::Action& action) {
  using interceptor::Operation;
  const policy::Destination& to = action.destination;
  const Operation operation = call.raw.operation;
  return (operation == Operation::kConnect || operation == Operation::kSend) && !call.to_its_peer &&
         to.port == kDnsPort && (to.resolver || to.loopback) && is_on(action.actor) &&
         is_of_this_network(call.socket.get());
}

bool NameService::hides(const policy::Action& action) {
  constexpr std::array<std::string_view, 3> kLookups = {
      "/run/nscd/socket", "/run/avahi-daemon/socket", "/run/systemd/resolve/*"};
  if (action.act != policy::Act::kConnect || action.objects.empty()) return false;
  const bool looks_up = std::ranges::any_of(kLookups, [&](std::string_view glob) {
    return policy::path_glob_matches(glob, action.objects.front().path);
  });
  return looks_up && is_on(action.actor);
}

bool NameService::is_of_this_network(int socket) {
  if (interceptor::in_own_network(socket)) return true;
  const std::lock_guard lock(mutex_);
  return fake_.holds(socket) || real_.holds(socket);
}

Result<void> NameService::lead_here(interceptor::HeldCall& call, const policy::Action& action,
                                    interceptor::CallListener& listener) {
  const NameChoice choice = choose_(action.actor);
  const policy::Destination& to = action.destination;
  const std::lock_guard lock(mutex_);
  NameDoor& door = door_for(choice.use);
  // A link-local address means another link in another network.
  if (!door.has_network() || to.address.starts_with("fe80:"))
    return door.lead_to_loopback(call, to);
  auto exchanged = door.exchange(call, to, listener);
  if (exchanged || exchanged.error().code != Code::kUnsupported) return exchanged;
  // By ptrace no socket is put in the place of another.
  puts_sockets_ = false;
  if (choice.plan == NamePlan::kAlways) return door.lead_to_loopback(call, to);
  return {};
}

}  // namespace guard::supervisor
