// SPDX-License-Identifier: Apache-2.0
// The difference that an act would make in a text file, if its new content lies there already: a
// rename over it, mv, cp and install. Reads both, as small files of this machine only. Any thread.
#ifndef GUARD_SUPERVISOR_ASK_CONTENT_DIFFERENCE_H_
#define GUARD_SUPERVISOR_ASK_CONTENT_DIFFERENCE_H_

#include <string>
#include <vector>

#include "policy/paths/path_class.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"
#include "supervisor/audit/redaction/redactor.h"

namespace guard::supervisor {

// As `diff -u`, a line an item, redacted, safe for a terminal, bounded. Empty: nothing is known,
// they are equal, or one of them holds secrets.
[[nodiscard]] std::vector<std::string> content_difference(const policy::Action& action,
                                                          const policy::Assessment& assessment,
                                                          const policy::PathClassifier& classifier,
                                                          const Redactor& redactor);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ASK_CONTENT_DIFFERENCE_H_
