// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network_facts.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

namespace guard::supervisor {
namespace {

constexpr std::uint16_t kDnsPort = 53;
constexpr auto kFresh = std::chrono::minutes(5);

std::vector<std::string> configured_resolvers() {
  std::vector<std::string> addresses;
  std::ifstream file("/etc/resolv.conf");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    std::string address;
    if (words >> key >> address && key == "nameserver") addresses.push_back(address);
  }
  return addresses;
}

bool is_address(const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> buffer{};
  return ::inet_pton(AF_INET, text.c_str(), buffer.data()) == 1 ||
         ::inet_pton(AF_INET6, text.c_str(), buffer.data()) == 1;
}

// "example.org:443" -> "example.org"; patterns and addresses cannot be looked up.
std::string name_part(const std::string& entry) {
  const std::size_t colon = entry.find(':');
  const std::string name = entry.substr(0, colon);
  const bool plain =
      name.find_first_of("*?[/") == std::string::npos && !is_address(entry) && !is_address(name);
  return plain ? name : std::string();
}

std::vector<std::string> addresses_of(const std::string& name) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  std::vector<std::string> addresses;
  if (::getaddrinfo(name.c_str(), nullptr, &hints, &list) != 0) return addresses;
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
  for (const addrinfo* entry = list; entry != nullptr; entry = entry->ai_next) {
    std::array<char, NI_MAXHOST> text{};
    if (::getnameinfo(entry->ai_addr, entry->ai_addrlen, text.data(), text.size(), nullptr, 0,
                      NI_NUMERICHOST) == 0) {
      addresses.emplace_back(text.data());
    }
  }
  return addresses;
}

}  // namespace

NetworkFacts::NetworkFacts(std::vector<std::string> allowed_names)
    : resolvers_(configured_resolvers()) {
  for (const std::string& entry : allowed_names) {
    if (std::string name = name_part(entry); !name.empty())
      allowed_names_.push_back(std::move(name));
  }
}

bool NetworkFacts::needs_lookup(const policy::Destination& destination) const {
  if (allowed_names_.empty() || destination.loopback || destination.address.empty()) return false;
  const std::lock_guard lock(mutex_);
  if (name_by_address_.contains(destination.address)) return false;
  return std::chrono::steady_clock::now() - looked_up_ > std::chrono::seconds(2);
}

void NetworkFacts::complete(policy::Destination& destination) const {
  destination.resolver =
      destination.port == kDnsPort &&
      std::find(resolvers_.begin(), resolvers_.end(), destination.address) != resolvers_.end();
  if (needs_lookup(destination)) look_up_all();
  const std::lock_guard lock(mutex_);
  const auto found = name_by_address_.find(destination.address);
  if (found == name_by_address_.end()) return;
  destination.name = found->second;
  destination.name_source = policy::NameSource::kDns;
}

void NetworkFacts::look_up_all() const {
  std::vector<std::pair<std::string, std::string>> found;
  for (const std::string& name : allowed_names_) {
    for (std::string& address : addresses_of(name)) found.emplace_back(std::move(address), name);
  }
  const std::lock_guard lock(mutex_);
  // Addresses rotate behind one name; what the name yielded lately still counts.
  if (std::chrono::steady_clock::now() - looked_up_ > kFresh) name_by_address_.clear();
  for (auto& [address, name] : found) name_by_address_[std::move(address)] = std::move(name);
  looked_up_ = std::chrono::steady_clock::now();
}

}  // namespace guard::supervisor
