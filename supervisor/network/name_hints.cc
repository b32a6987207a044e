// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/name_hints.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <condition_variable>
#include <cstdint>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/limits.h"
#include "interceptor/resolve/held_call.h"
#include "policy/network/host_pattern.h"
#include "supervisor/actors/process_tree.h"
#include "supervisor/network/dns_query.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostHeard = size_limit("hints.heard");
constexpr std::size_t kMostLooked = size_limit("hints.looked");
// For one question, and at once.
constexpr std::size_t kMostLookups = size_limit("hints.lookups");
constexpr auto kHolds = std::chrono::minutes(5);
constexpr auto kNotAgainFor = std::chrono::seconds(30);

bool is_of_host(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '_';
}

// "registry.example.org", not "localhost", "1.2.3" or "192.0.2.7"; nor "192.0.2.0x7", which a
// lookup takes for a number.
bool is_host_name(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == text.size()) return false;
  in_addr number{};
  if (::inet_aton(std::string(text).c_str(), &number) != 0) return false;
  const auto top = text.substr(dot + 1);
  return std::ranges::any_of(top, [](unsigned char c) { return std::isalpha(c) != 0; }) &&
         policy::name_to_look_up(text) == text;
}

std::string_view leading_host(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, is_of_host);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

void add_host(std::vector<std::string>& hosts, std::string_view text) {
  const std::string_view host = leading_host(text);
  if (!is_host_name(host)) return;
  std::string name(host);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  if (std::ranges::find(hosts, name) == hosts.end()) hosts.push_back(std::move(name));
}

// "https://USER:PASSWORD@HOST:PORT/PATH", as often as it stands in the word.
bool add_web_hosts(std::vector<std::string>& hosts, std::string_view word) {
  constexpr std::string_view kMark = "://";
  std::size_t at = word.find(kMark);
  const bool any = at != std::string_view::npos;
  for (; at != std::string_view::npos; at = word.find(kMark, at)) {
    at += kMark.size();
    std::string_view authority = word.substr(at);
    authority = authority.substr(0, authority.find_first_of("/?# \t\n'\""));
    if (const auto user = authority.rfind('@'); user != std::string_view::npos)
      authority.remove_prefix(user + 1);
    add_host(hosts, authority);
  }
  return any;
}

bool goes_to_a_name_server(const interceptor::HeldCall& send) {
  if (!interceptor::is_inet(send.kind) || !interceptor::is_datagram(send.kind) ||
      send.messages.empty())
    return false;
  const std::uint16_t port =
      send.to_its_peer ? interceptor::peer_port(send.socket.get()) : send.address.destination.port;
  return port == kDnsPort;
}

}  // namespace

// Shared with the threads of the lookups.
struct NameHints::Lookups {
  struct Looked {
    std::vector<std::string> addresses;
    Clock::time_point at;
    bool answered = false;
  };

  explicit Lookups(NameLookup with) : lookup(std::move(with)) {}

  [[nodiscard]] bool leads_to(const std::string& name, const std::string& address) {
    const std::lock_guard lock(mutex);
    const auto found = looked.find(name);
    return found != looked.end() && Clock::now() - found->second.at < kHolds &&
           std::ranges::find(found->second.addresses, address) != found->second.addresses.end();
  }

  // True: it is to be looked up now, by whoever asked.
  [[nodiscard]] bool take(const std::string& name) {
    const std::lock_guard lock(mutex);
    const auto now = Clock::now();
    const auto found = looked.find(name);
    if (found != looked.end() && now - found->second.at <= kNotAgainFor) return false;
    if (looked.size() >= kMostLooked)
      std::erase_if(looked, [&](const auto& each) { return now - each.second.at > kNotAgainFor; });
    if (looked.size() >= kMostLooked || under_way.size() >= kMostLookups) return false;
    return under_way.insert(name).second;
  }

  // On a thread of its own. False: there can be none now.
  [[nodiscard]] static bool begin(const std::shared_ptr<Lookups>& self, const std::string& name) {
    try {
      std::thread([self, name] { self->ended(name, self->lookup(name)); }).detach();
      return true;
    } catch (const std::system_error&) {
      self->ended(name, std::nullopt);
      return false;
    }
  }

  void ended(const std::string& name, Addresses addresses) {
    const std::lock_guard lock(mutex);
    under_way.erase(name);
    const bool answered = addresses.has_value();
    looked[name] = {answered ? std::move(*addresses) : std::vector<std::string>(), Clock::now(),
                    answered};
    some_ended.notify_all();
  }

  // False: the name server did not answer, or has not by then.
  [[nodiscard]] bool answered_until(const std::string& name, Clock::time_point until) {
    std::unique_lock lock(mutex);
    some_ended.wait_until(lock, until, [&] { return !under_way.contains(name); });
    const auto found = looked.find(name);
    return !under_way.contains(name) && found != looked.end() && found->second.answered;
  }

  const NameLookup lookup;
  std::mutex mutex;
  std::condition_variable some_ended;
  std::unordered_map<std::string, Looked> looked;
  std::unordered_set<std::string> under_way;
};

std::vector<std::string> hosts_said_by(const Process& process) {
  std::vector<std::string> words;
  for (const Process* p = &process; p != nullptr; p = p->parent.get()) {
    const auto& argv = p->program->actor.argv;
    words.insert(words.end(), argv.begin(), argv.end());
  }
  return hosts_in_words(words);
}

std::vector<std::string> hosts_in_words(const std::vector<std::string>& words) {
  std::vector<std::string> hosts;
  for (const std::string& word : words) {
    if (add_web_hosts(hosts, word)) continue;
    const std::size_t at = word.find('@');
    if (at != std::string::npos && at > 0 && word.find('/') >= at)
      add_host(hosts, std::string_view(word).substr(at + 1));
  }
  return hosts;
}

void NameHints::heard(const std::string& name) {
  if (!is_host_name(name)) return;
  const std::lock_guard lock(mutex_);
  if (!heard_.empty() && heard_.front() == name) return;
  std::erase(heard_, name);
  heard_.push_front(name);
  if (heard_.size() > kMostHeard) heard_.pop_back();
}

// The bytes are read apart from those that are sent: a hint may be wrong.
void NameHints::listen_to(const interceptor::HeldCall& send) {
  if (!goes_to_a_name_server(send)) return;
  let_ask();
  std::array<char, kLongestDnsQuestion> bytes{};
  for (const auto& message : send.messages) {
    const auto size = interceptor::read_bytes(send.raw.notification.tid, message, 0, bytes.data(),
                                              std::min(bytes.size(), message.size));
    if (!size) return;
    if (const auto name = name_in_query({bytes.data(), *size})) heard(*name);
  }
}

NameHints::NameHints(NameLookup lookup, std::chrono::milliseconds patience)
    : patience_(patience), lookups_(std::make_shared<Lookups>(std::move(lookup))) {}

std::vector<std::string> NameHints::candidates(const std::vector<std::string>& said) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names(heard_.begin(), heard_.end());
  if (!may_ask_) return names;
  for (const std::string& name : said)
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

void NameHints::complete(policy::Destination& destination, const std::vector<std::string>& said) {
  if (destination.address.empty() || destination.loopback || !destination.name.empty()) return;
  const auto names = candidates(said);
  const auto leads_here = [&](const std::string& name) {
    return lookups_->leads_to(name, destination.address);
  };
  auto found = std::ranges::find_if(names, leads_here);
  const auto until = Clock::now() + patience_;
  std::size_t lookups = 0;
  for (auto name = names.begin(); found == names.end() && name != names.end(); ++name) {
    if (lookups == kMostLookups || Clock::now() > until) return;
    if (lookups_->take(*name)) {
      ++lookups;
      if (!Lookups::begin(lookups_, *name) || !lookups_->answered_until(*name, until)) return;
    } else if (!lookups_->answered_until(*name, until)) {
      continue;  // another connection has begun it, or it had no answer a while ago
    }
    if (leads_here(*name)) found = name;
  }
  if (found == names.end()) return;
  destination.name = *found;
  destination.name_source = policy::NameSource::kDns;
  destination.names.push_back(*found);
}

}  // namespace guard::supervisor
