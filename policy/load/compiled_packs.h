// SPDX-License-Identifier: Apache-2.0
// The shipped packs as constant tables: policy/packs/**.yaml, parsed and checked against the schema
// when guard is built (packs/compile_packs.cc), so that a start costs neither and an unsound pack
// fails the build. Constant, any thread.
#ifndef GUARD_POLICY_LOAD_COMPILED_PACKS_H_
#define GUARD_POLICY_LOAD_COMPILED_PACKS_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "policy/text/document.h"

namespace guard::policy {

struct CompiledPack {
  std::string_view name;    // "default", "commands/git"
  std::string_view source;  // the file's text
  std::uint64_t digest;     // of that text (text_digest.h)
  DocumentView document;
};

// "default" first, then by name.
[[nodiscard]] std::span<const CompiledPack> compiled_packs();

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_COMPILED_PACKS_H_
