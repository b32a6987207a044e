// SPDX-License-Identifier: Apache-2.0
// The meaning of a change of mode, owner, times, attributes or flags: the row of the table of
// file_act_tiers.h, lowered for what harms nobody (the x of a workspace file, its times), raised
// for what gives rights, locks an object, or opens and closes it. Pure but for the Facts; any
// thread.
#ifndef GUARD_POLICY_EFFECTS_METADATA_ASSESSMENT_H_
#define GUARD_POLICY_EFFECTS_METADATA_ASSESSMENT_H_

#include <vector>

#include "policy/effects/file_assessment.h"
#include "policy/vocabulary/facts.h"
#include "policy/vocabulary/findings.h"

namespace guard::policy {

// Nothing for what is free.
[[nodiscard]] std::vector<Finding> judge_metadata(const MetadataChange& change,
                                                  const Object& object, const FileActor& actor,
                                                  Facts& facts);
// Set-user-ID, set-group-ID of a program, capabilities, immutable and append-only: an approval of
// something else never covers these.
[[nodiscard]] bool gives_rights(const MetadataChange& change, const Object& object);
[[nodiscard]] bool gives_rights(const Action& action);
// Making a device node, or a file that has such bits from the start.
[[nodiscard]] std::vector<Finding> judge_created_node(const Action& action);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_METADATA_ASSESSMENT_H_
