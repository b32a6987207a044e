// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/name_lookup.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <memory>

#include "policy/network/internal_address.h"

namespace guard::supervisor {

Addresses look_up_by_system(const std::string& name) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const int error = ::getaddrinfo(name.c_str(), nullptr, &hints, &list);
  if (error == EAI_NONAME || error == EAI_NODATA) return std::vector<std::string>{};
  if (error != 0) return std::nullopt;
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
  std::vector<std::string> addresses;
  for (const addrinfo* entry = list; entry != nullptr; entry = entry->ai_next) {
    std::array<char, NI_MAXHOST> text{};
    if (::getnameinfo(entry->ai_addr, entry->ai_addrlen, text.data(), text.size(), nullptr, 0,
                      NI_NUMERICHOST) == 0) {
      addresses.push_back(policy::canonical_address(text.data()));
    }
  }
  return addresses;
}

// /etc/hosts has names without the dot, and programs read it themselves before they ask.
Addresses look_up_in_full(const std::string& name) {
  return look_up_by_system(name + ".");
}

}  // namespace guard::supervisor
