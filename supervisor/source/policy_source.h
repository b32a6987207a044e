// SPDX-License-Identifier: Apache-2.0
// PolicySource: the file /etc/guard/source.yaml: from where this machine gets its policy, and whose
// signature it takes. Values; reading it touches one file.
#ifndef GUARD_SUPERVISOR_SOURCE_POLICY_SOURCE_H_
#define GUARD_SUPERVISOR_SOURCE_POLICY_SOURCE_H_

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/source/public_key.h"
#include "supervisor/source/source_places.h"

namespace guard::supervisor {

enum class SourceKind { kHttps, kGit, kFile };

struct PolicySource {
  SourceKind kind = SourceKind::kFile;
  std::string where;   // an address, the folder of a repository, a file
  std::string branch;  // of a repository; empty: the one that HEAD names
  std::string path;    // of the file in a repository
  std::vector<PublicKey> keys;
  std::string ca_file;       // of https; empty: the authorities of the system
  std::string headers_file;  // of https
  bool required = false;     // no session starts without a release that holds
};

// TEXT of the file NAME. kInvalid: "NAME:LINE:COLUMN: ..."
[[nodiscard]] Result<PolicySource> parse_source(const std::string& name, const std::string& text);
// Nothing: this machine has none.
[[nodiscard]] Result<std::optional<PolicySource>> read_source(const SourcePlaces& places);

// "https://policy.example.org", "git /srv/policies (main)", "/mnt/policy.yaml": nothing secret.
[[nodiscard]] std::string text_of(const PolicySource& source);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_POLICY_SOURCE_H_
