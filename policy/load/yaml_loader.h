// SPDX-License-Identifier: Apache-2.0
// The only door to yaml-cpp: texts of policy files -> one Policy. Reads no file itself (the caller
// gives the texts). Any defect is an error with file, line, column and, for an unknown key, the
// nearest valid one; then nothing is loaded.
#ifndef GUARD_POLICY_LOAD_YAML_LOADER_H_
#define GUARD_POLICY_LOAD_YAML_LOADER_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "policy/model/policy.h"
#include "policy/text/document.h"

namespace guard::policy {

// The packs that are built in (policy/packs), by name: "default", "commands/git", ...
[[nodiscard]] std::vector<PolicyFile> built_in_packs();

// Layers in order of rising precedence. The built-in `default` and all of `commands/` always come
// first, whether or not they are among the layers; packs that a layer `extends` come right before
// it. Error text: "FILE:LINE:COLUMN: message". Defined in layering.cc.
[[nodiscard]] Result<Policy> load_policy(const std::vector<PolicyFile>& layers,
                                         Examples of_built_in = Examples::kLeftOut);

// One text as a tree, keys unseen: at most 1 MiB, one document, no anchors, aliases or tags.
[[nodiscard]] Result<Document> read_document(std::string name, std::string_view text);

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_YAML_LOADER_H_
