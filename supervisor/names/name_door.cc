// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/name_door.h"

#include <functional>
#include <system_error>
#include <utility>

#include "interceptor/acts/led_call.h"
#include "interceptor/sockets/name_sockets.h"
#include "interceptor/sockets/socket_address.h"
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

bool NameDoor::has_network() {
  if (network_ == nullptr && !can_have_none_) (void)make_network();
  return !can_have_none_;
}

Result<void> NameDoor::make_network() {
  if (network_ != nullptr) return {};
  auto network = interceptor::LoneNetwork::make();
  if (!network) {
    can_have_none_ = network.error().code == Code::kUnsupported;
    return forward(network.error());
  }
  network_ = std::move(*network);
  return {};
}

bool NameDoor::holds(int socket) {
  return network_ != nullptr && network_->holds(socket);
}

// The tree may have taken all processes that its user can have.
Result<void> NameDoor::add_server(std::vector<NameServerPlace> places) {
  try {
    servers_.push_back(std::make_unique<NameServer>(std::move(places),
                                                    std::bind_front(&NameAnswers::to, &answers_)));
  } catch (const std::system_error& error) {
    return fail_with(error.code().value(), "a thread for answers to lookups");
  }
  return {};
}

Result<void> NameDoor::exchange(interceptor::HeldCall& call, const policy::Destination& destination,
                                interceptor::CallListener& listener) {
  if (const auto made = make_network(); !made) return made;
  if (const auto served = serve_at(destination); !served) return served;
  if (network_->holds(call.socket.get())) return {};
  auto fresh = network_->socket(call.kind);
  if (!fresh) return forward(fresh.error());
  return interceptor::exchange_socket(call, std::move(*fresh), listener);
}

Result<void> NameDoor::serve_at(const policy::Destination& destination) {
  if (served_.contains(destination.address)) return {};
  auto sockets = interceptor::bind_name_sockets(*network_, destination.address, kDnsPort);
  if (!sockets) return forward(sockets.error());
  if (const auto added = add_server(one_place(is_v6(destination.address), std::move(*sockets)));
      !added)
    return added;
  served_.insert(destination.address);
  return {};
}

Result<void> NameDoor::serve_on_loopback() {
  if (loopback_port_ != 0) return {};
  auto v4 = interceptor::bind_name_sockets("127.0.0.1", 0);
  if (!v4) return forward(v4.error());
  const std::uint16_t port = v4->port;
  auto places = one_place(false, std::move(*v4));
  if (auto v6 = interceptor::bind_name_sockets("::1", port); v6)
    places.push_back({true, std::move(v6->datagrams), std::move(v6->streams)});
  if (const auto added = add_server(std::move(places)); !added) return added;
  loopback_port_ = port;
  return {};
}

Result<void> NameDoor::lead_to_loopback(interceptor::HeldCall& call,
                                        const policy::Destination& destination) {
  if (const auto ready = serve_on_loopback(); !ready) return ready;
  const char* here = is_v6(destination.address) ? "::1" : "127.0.0.1";
  interceptor::lead_to(
      call, interceptor::socket_address(here, loopback_port_, call.socket.get(), call.kind));
  return {};
}

}  // namespace guard::supervisor
