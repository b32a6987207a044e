// SPDX-License-Identifier: Apache-2.0
// Ends of host names under which anybody can have a name: "com", "co.uk", "github.io". guard ships
// the usual ones, not the whole public list, and takes a doubtful one for such an end. Pure, any
// thread.
#ifndef GUARD_POLICY_NETWORK_HOST_SUFFIX_H_
#define GUARD_POLICY_NETWORK_HOST_SUFFIX_H_

#include <string>
#include <string_view>

namespace guard::policy {

// One of the usual ends, in any case. NAME without a last dot.
[[nodiscard]] bool is_shared_suffix(std::string_view name);
// "api.eu.example.org" -> "eu.example.org": the names that belong to one owner with NAME, as far as
// its letters tell. Empty: nothing that is safe to offer, as for "example.org", "a.co.uk", whatever
// lies below a shared end ("x.s3.amazonaws.com"), and an address.
[[nodiscard]] std::string suffix_to_offer(std::string_view name);

}  // namespace guard::policy

#endif  // GUARD_POLICY_NETWORK_HOST_SUFFIX_H_
