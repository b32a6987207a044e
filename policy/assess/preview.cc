// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/preview.h"

#include "base/weaken.h"
#include "policy/assess/text_reader.h"

namespace guard::policy {

Preview preview_shell(std::string_view text) {
  Preview preview;
  if (weakened("shell-text")) return preview;
  TextReader(preview).read_text(text);
  return preview;
}

Preview preview_command(const std::vector<std::string>& argv) {
  Preview preview;
  TextReader(preview).read_argv(argv);
  return preview;
}

}  // namespace guard::policy
