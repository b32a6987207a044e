// SPDX-License-Identifier: Apache-2.0
// GivenNames: the names for which guard gave out a real address (`network.names: real`), as long as
// the session lives. Many hosts share one address: the latest name comes first, and none is
// forgotten, because each of them may be meant by whoever connects. Bounded: what finds no room
// must not be given out. Any thread; one mutex.
#ifndef GUARD_SUPERVISOR_NAMES_GIVEN_NAMES_H_
#define GUARD_SUPERVISOR_NAMES_GIVEN_NAMES_H_

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/limits.h"

namespace guard::supervisor {

class GivenNames {
 public:
  static constexpr std::size_t kMostAddresses = size_limit("names.given");
  static constexpr std::size_t kMostOfOne = size_limit("names.shared");

  // ADDRESSES as policy::canonical_address writes them. Internal ones get no name: no name of the
  // outside may stand for them. FINAL_NAME: what a chain of CNAME records ends in; or empty. False:
  // there is no room, and nothing is noted.
  [[nodiscard]] bool note(const std::string& name, const std::vector<std::string>& addresses,
                          const std::string& final_name = "");
  // The latest first; empty: it was given for none.
  [[nodiscard]] std::vector<std::string> names_at(std::string_view address) const;
  // The ends of chains that led there: rules that deny or ask hold for them, too.
  [[nodiscard]] std::vector<std::string> finals_at(std::string_view address) const;

 private:
  [[nodiscard]] bool has_room(const std::string& name,
                              const std::vector<std::string>& addresses) const;

  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::vector<std::string>> names_;  // by address
  // By address; no more of one than it has names.
  std::unordered_map<std::string, std::vector<std::string>> finals_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_GIVEN_NAMES_H_
