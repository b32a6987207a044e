// SPDX-License-Identifier: Apache-2.0
#include "console/policy/profile_text.h"

#include <array>
#include <vector>

#include "console/output/yaml_words.h"

namespace guard::console {
namespace {

struct Row {
  const char* key;
  std::vector<std::string> policy::Profile::*texts;
};
constexpr std::array kProfileTextRows = {
    Row{"command", &policy::Profile::commands},
    Row{"package", &policy::Profile::packages},
    Row{"launches", &policy::Profile::launches},
    Row{"helpers", &policy::Profile::helpers},
    Row{"state", &policy::Profile::state},
    Row{"settings", &policy::Profile::settings},
    Row{"secrets", &policy::Profile::secrets},
    Row{"hosts", &policy::Profile::hosts},
    Row{"reports", &policy::Profile::reports},
    Row{"wrapped", &policy::Profile::wrapped},
    Row{"git_settings", &policy::Profile::git_settings},
};

}  // namespace

std::string profile_text(const policy::Profile& profile) {
  std::string text = "version: 1\nprofiles:\n  " + profile.name + ":\n";
  for (const Row& row : kProfileTextRows) {
    const auto& texts = profile.*row.texts;
    if (!texts.empty()) text += std::string("    ") + row.key + ": " + yaml_list(texts) + "\n";
  }
  return text;
}

}  // namespace guard::console
