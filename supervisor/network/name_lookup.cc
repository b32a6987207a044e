// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/name_lookup.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <memory>
#include <utility>

#include "policy/network/internal_address.h"

namespace guard::supervisor {

namespace {

// "Host.Example." -> "host.example"
std::string plain_name(std::string name) {
  if (name.ends_with('.')) name.pop_back();
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name;
}

// nullopt: it cannot be told now.
std::optional<Host> look_up(const std::string& name) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_CANONNAME;
  addrinfo* list = nullptr;
  const int error = ::getaddrinfo(name.c_str(), nullptr, &hints, &list);
  if (error == EAI_NONAME || error == EAI_NODATA) return Host{};
  if (error != 0) return std::nullopt;
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
  Host host;
  if (list->ai_canonname != nullptr) host.final_name = plain_name(list->ai_canonname);
  if (host.final_name == plain_name(name)) host.final_name.clear();
  for (const addrinfo* entry = list; entry != nullptr; entry = entry->ai_next) {
    std::array<char, NI_MAXHOST> text{};
    if (::getnameinfo(entry->ai_addr, entry->ai_addrlen, text.data(), text.size(), nullptr, 0,
                      NI_NUMERICHOST) == 0) {
      host.addresses.push_back(policy::canonical_address(text.data()));
    }
  }
  return host;
}

}  // namespace

Addresses look_up_by_system(const std::string& name) {
  auto host = look_up(name);
  return host ? Addresses(std::move(host->addresses)) : std::nullopt;
}

// /etc/hosts has names without the dot, and programs read it themselves before they ask.
std::optional<Host> look_up_in_full(const std::string& name) {
  return look_up(name + ".");
}

}  // namespace guard::supervisor
