// SPDX-License-Identifier: Apache-2.0
// The meaning of one deed on one object: the object that the interceptor holds, looked up in the
// table of file_act_tiers.h. guard's own files are out of reach (block), a raw disk is never
// written (block), harmless devices are free. Pure but for the Facts; any thread.
#ifndef GUARD_POLICY_EFFECTS_FILE_ASSESSMENT_H_
#define GUARD_POLICY_EFFECTS_FILE_ASSESSMENT_H_

#include <string>
#include <vector>

#include "policy/command/git_steps.h"
#include "policy/effects/file_act_tiers.h"
#include "policy/vocabulary/facts.h"
#include "policy/vocabulary/findings.h"

namespace guard::policy {

// The actor, as far as the table asks: git itself may write what is git's, and tracked files.
struct FileActor {
  bool is_git = false;
  std::string program;  // base name of an installed image; empty for any other
  GitRights rights = {};
  bool splits_mail = false;      // `git mailsplit`, with which `git am` begins
  bool refreshes_index = false;  // `git status` and its kin, which only look
};
[[nodiscard]] FileActor file_actor(const Actor& actor);

// How a name gets its content: git writes settings to `config.lock`, which then gets the name. A
// new folder has none.
enum class Way { kDirect, kFromLock, kAsFolder };

// git writes its own settings, in its own way, and puts tracked files where they belong, whatever
// their names mean; what it would do with them is judged at its exec. Hooks are nobody's but the
// person's, unless the repository is new.
[[nodiscard]] Territory territory_for(const Object& object, const FileActor& actor, Facts& facts,
                                      Way way = Way::kDirect);
// "outside the workspace": why it matters.
[[nodiscard]] std::string standing_of(const Object& object, Territory territory);
// Reading it is judged: a secret by its name or place, or a part of the system that holds some.
[[nodiscard]] bool is_secret_to_read(const Object& object);
// The acting program reads a secret of its own: unasked, and what it has read is nobody else's.
[[nodiscard]] bool reads_own_secret(const Action& action);
// guard's own files: a block.
[[nodiscard]] Finding guard_own(const Object& object);
[[nodiscard]] bool is_within(const std::string& path, const std::vector<std::string>& folders);

// Findings for one deed on one object; nothing for what is free. Also used for the operands of a
// command, so that its preview and its acts agree.
[[nodiscard]] std::vector<Finding> judge_deed(FileDeed deed, const Object& object,
                                              const FileActor& actor, Facts& facts,
                                              Way way = Way::kDirect);
}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_FILE_ASSESSMENT_H_
