// SPDX-License-Identifier: Apache-2.0
// A person, or a process of the tree, marks a point to which undo can go back. It takes nothing
// from anybody: what it keeps is bounded as all that is kept for checkpoints.
#include "supervisor/api/fields.h"
#include "supervisor/api/handlers.h"

namespace guard::supervisor {

ApiResponse begin_checkpoint(const ApiCall& call) {
  if (!call.backend.checkpoint)
    return problem(Problem::kUnsupported, "this session keeps nothing for undo");
  Fields fields(call.body);
  const std::string name = fields.text("name");
  if (const auto wrong = fields.problem()) return *wrong;
  auto begun = call.backend.checkpoint(name);
  if (!begun) return problem_of(begun.error());
  ApiResponse response;
  response.body = std::move(*begun);
  return response;
}

ApiResponse list_changes(const ApiCall& call) {
  if (!call.backend.changes)
    return problem(Problem::kUnsupported, "this session keeps nothing for undo");
  auto changes = call.backend.changes();
  if (!changes) return problem_of(changes.error());
  ApiResponse response;
  response.body = std::move(*changes);
  return response;
}

}  // namespace guard::supervisor
