// SPDX-License-Identifier: Apache-2.0
// Splits text into words roughly as a shell would, only to look for options with secrets in them:
// never to decide anything. Words point into the text; quotes around a whole word are left out.
// Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_SHELL_PIECES_H_
#define GUARD_SUPERVISOR_AUDIT_SHELL_PIECES_H_

#include <string_view>
#include <vector>

namespace guard::supervisor {

[[nodiscard]] std::vector<std::string_view> shell_pieces(std::string_view text);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_SHELL_PIECES_H_
