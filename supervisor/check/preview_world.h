// SPDX-License-Identifier: Apache-2.0
// PreviewWorld: what a preview of shell text needs of this machine: facts in the folders it would
// change to, its wildcards expanded as the shell would, its programs found on the search path.
// Reads only. One check, one thread.
#ifndef GUARD_SUPERVISOR_CHECK_PREVIEW_WORLD_H_
#define GUARD_SUPERVISOR_CHECK_PREVIEW_WORLD_H_

#include <memory>
#include <string>
#include <vector>

#include "policy/assess/preview.h"
#include "supervisor/check/check.h"

namespace guard::supervisor {

class PreviewWorld : public policy::ShellWorld {
 public:
  // CONTEXT must outlive this. SHELL_TEXT: the text that is checked, for wildcard origin.
  PreviewWorld(const CheckContext& context, std::string shell_text)
      : context_(context), shell_text_(std::move(shell_text)) {}

  std::unique_ptr<policy::Facts> facts_in(const std::string& folder) override;
  std::vector<std::string> expand(const std::string& pattern, const std::string& folder) override;
  void find_image(policy::Action& action) override;

 private:
  void settle_copies(policy::Action& action, int fd, std::vector<std::string> line) const;

  const CheckContext& context_;
  std::string shell_text_;
  std::shared_ptr<bool> cut_short_ = std::make_shared<bool>(false);  // names were left out
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CHECK_PREVIEW_WORLD_H_
