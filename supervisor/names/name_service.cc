// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/name_service.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

#include "interceptor/acts/led_call.h"
#include "interceptor/sockets/name_sockets.h"
#include "interceptor/sockets/socket_address.h"
#include "policy/text/glob.h"
#include "supervisor/network/dns_query.h"

namespace guard::supervisor {
namespace {

bool is_v6(const std::string& address) {
  return address.find(':') != std::string::npos;
}

std::vector<NameServerPlace> one_place(bool v6, interceptor::NameSockets sockets) {
  std::vector<NameServerPlace> places;
  places.push_back({v6, std::move(sockets.datagrams), std::move(sockets.streams)});
  return places;
}

}  // namespace

void NameService::describe(policy::Destination& destination) const {
  if (destination.address.empty()) return;
  auto name = fakes_.name_at(destination.address);
  if (!name) return;
  destination.name = *name;
  destination.names = {std::move(*name)};
  destination.name_source = policy::NameSource::kFake;
  destination.stand_in = true;
}

bool NameService::answers_for(const policy::Destination& destination) {
  return destination.port == kDnsPort && (destination.resolver || destination.loopback) && is_on();
}

// Tried at the first lookup: most runs make none.
bool NameService::is_on() {
  const std::lock_guard lock(mutex_);
  if (on_) return *on_;
  on_ = plan_ != NamePlan::kNever;
  if (!*on_) return false;
  if (auto network = interceptor::LoneNetwork::make(); network) {
    network_ = std::move(*network);
  } else {
    on_ = plan_ == NamePlan::kAlways;
  }
  return *on_;
}

bool NameService::hides(const policy::Action& action) {
  constexpr std::array<std::string_view, 3> kLookups = {
      "/run/nscd/socket", "/run/avahi-daemon/socket", "/run/systemd/resolve/*"};
  if (action.act != policy::Act::kConnect || action.objects.empty()) return false;
  const bool looks_up = std::ranges::any_of(kLookups, [&](std::string_view glob) {
    return policy::path_glob_matches(glob, action.objects.front().path);
  });
  return looks_up && is_on();
}

bool NameService::is_of_this_network(int socket) {
  if (interceptor::in_own_network(socket)) return true;
  const std::lock_guard lock(mutex_);
  return network_ != nullptr && network_->holds(socket);
}

Result<void> NameService::lead_here(interceptor::HeldCall& call,
                                    const policy::Destination& destination,
                                    interceptor::CallListener& listener) {
  const std::lock_guard lock(mutex_);
  // A link-local address means another link in another network.
  if (network_ == nullptr || destination.address.starts_with("fe80:"))
    return lead_to_loopback(call, destination);
  if (const auto served = serve_at(destination); !served) return served;
  if (network_->holds(call.socket.get())) return {};
  auto fresh = network_->socket(call.kind);
  if (!fresh) return forward(fresh.error());
  auto exchanged = interceptor::exchange_socket(call, std::move(*fresh), listener);
  if (exchanged || exchanged.error().code != Code::kUnsupported) return exchanged;
  // By ptrace no socket is put in the place of another.
  if (plan_ == NamePlan::kAlways) return lead_to_loopback(call, destination);
  on_ = false;
  return {};
}

Result<void> NameService::serve_at(const policy::Destination& destination) {
  if (served_.contains(destination.address)) return {};
  auto sockets = interceptor::bind_name_sockets(*network_, destination.address, kDnsPort);
  if (!sockets) return forward(sockets.error());
  servers_.push_back(
      std::make_unique<NameServer>(one_place(is_v6(destination.address), std::move(*sockets)),
                                   std::bind_front(&NameAnswers::to, &answers_)));
  served_.insert(destination.address);
  return {};
}

Result<void> NameService::serve_on_loopback() {
  if (loopback_port_ != 0) return {};
  auto v4 = interceptor::bind_name_sockets("127.0.0.1", 0);
  if (!v4) return forward(v4.error());
  const std::uint16_t port = v4->port;
  auto places = one_place(false, std::move(*v4));
  if (auto v6 = interceptor::bind_name_sockets("::1", port); v6)
    places.push_back({true, std::move(v6->datagrams), std::move(v6->streams)});
  servers_.push_back(std::make_unique<NameServer>(std::move(places),
                                                  std::bind_front(&NameAnswers::to, &answers_)));
  loopback_port_ = port;
  return {};
}

Result<void> NameService::lead_to_loopback(interceptor::HeldCall& call,
                                           const policy::Destination& destination) {
  if (const auto ready = serve_on_loopback(); !ready) return ready;
  const char* here = is_v6(destination.address) ? "::1" : "127.0.0.1";
  interceptor::lead_to(
      call, interceptor::socket_address(here, loopback_port_, call.socket.get(), call.kind));
  return {};
}

}  // namespace guard::supervisor
