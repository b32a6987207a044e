// SPDX-License-Identifier: Apache-2.0
// One try to get a newer policy from the source of this machine. A release is taken when a listed
// key has signed it, its number is greater than the one that holds, it has not expired, this
// machine is among its share, and it loads here. Else what held goes on holding. How it went is
// kept for `guard policy status`. Waits for the source; one thread.
#ifndef GUARD_SUPERVISOR_SOURCE_RELEASE_FETCH_H_
#define GUARD_SUPERVISOR_SOURCE_RELEASE_FETCH_H_

#include <functional>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "policy/model/policy.h"
#include "supervisor/source/policy_source.h"
#include "supervisor/source/source_places.h"

namespace guard::supervisor {

enum class Fetched { kTaken, kSame, kWaits };
[[nodiscard]] const char* name_of(Fetched fetched);  // "taken" "same" "waits"

struct FetchEnd {
  Fetched how = Fetched::kSame;
  int number = 0;
  std::string text;  // one line for people
};

// Whether the release loads over the machine's own file.
using FitsHere = std::function<Result<void>(const policy::PolicyFile& release)>;

// An error: nothing has changed but the note of how it went.
[[nodiscard]] Result<FetchEnd> fetch_release(const SourcePlaces& places, const FitsHere& fits,
                                             TimePoint now);

// The release that TEXT says it is, once it is known whose it is. kInvalid: it does not load by
// itself, or has no `release`.
[[nodiscard]] Result<policy::Release> release_in(const std::string& name, const std::string& text);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_RELEASE_FETCH_H_
