// SPDX-License-Identifier: Apache-2.0
// The text of a policy and of its signature, as a source has them now. Nothing is looked at: the
// signature vouches for the text, whoever could write it on the way. Waits for the disk or the
// server; any thread.
#ifndef GUARD_SUPERVISOR_SOURCE_RELEASE_TEXTS_H_
#define GUARD_SUPERVISOR_SOURCE_RELEASE_TEXTS_H_

#include <cstddef>
#include <string>

#include "base/error.h"
#include "supervisor/source/policy_source.h"

namespace guard::supervisor {

inline constexpr std::size_t kMostOfPolicy = std::size_t{1} << 20U;  // what the loader takes
inline constexpr std::size_t kMostOfSignature = 16 * 1024;
// Behind the policy's name; the first that is there counts.
inline constexpr const char* kSignatureEndings[] = {".sig", ".minisig"};

struct ReleaseTexts {
  bool unchanged = false;  // the server says so: there is no text
  std::string policy = {};
  std::string signature = {};
  std::string etag = {};  // of the policy, as its server calls it; "": none
};

// ETAG: what was read before; "": nothing. kNotFound: no signature lies beside the policy.
[[nodiscard]] Result<ReleaseTexts> texts_of(const PolicySource& source, const std::string& etag);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_RELEASE_TEXTS_H_
