// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/machine_share.h"

#include <fstream>

#include "base/text/text.h"
#include "policy/model/release.h"
#include "supervisor/audit/record/digest.h"

namespace guard::supervisor {

// The id itself should not be handed out (machine-id(5)); its hash for this purpose tells nothing.
int share_place_of(const std::string& machine_id) {
  constexpr std::size_t kDigits = 8;
  const std::string hash = sha256_hex("guard policy share " + machine_id).substr(0, kDigits);
  return static_cast<int>(std::stoul(hash, nullptr, 16) % policy::kAllMachines);
}

Result<int> share_place_here(const std::string& path) {
  std::ifstream file(path);
  std::string id;
  if (!(file >> id)) return fail(Code::kNotFound, safe_text(path) + ": this machine has no id");
  return share_place_of(id);
}

}  // namespace guard::supervisor
