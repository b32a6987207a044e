// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/terminal_style.h"

#include <langinfo.h>

#include <cstdlib>
#include <string_view>

#include "console/terminal/terminal_mode.h"

namespace guard::console {

ViewStyle style_of_terminal(int terminal) {
  ViewStyle style;
  style.columns = size_of(terminal).ws_col;
  style.utf8 = std::string_view(::nl_langinfo(CODESET)) == "UTF-8";
  const char* no_colour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  style.dumb = term != nullptr && std::string_view(term) == "dumb";
  style.colour = (no_colour == nullptr || *no_colour == '\0') && !style.dumb;
  return style;
}

}  // namespace guard::console
