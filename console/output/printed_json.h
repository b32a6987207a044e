// SPDX-License-Identifier: Apache-2.0
// JSON as guard prints it: valid whatever bytes its texts hold, and nothing in it steers a
// terminal. The one way to standard output for `--json`. Pure.
#ifndef GUARD_CONSOLE_OUTPUT_PRINTED_JSON_H_
#define GUARD_CONSOLE_OUTPUT_PRINTED_JSON_H_

#include <string>

#include "base/text/safe_output.h"

namespace guard::console {

// `indent` -1: on one line. Json: nlohmann's json or ordered_json.
template <class Json>
[[nodiscard]] std::string printed_json(const Json& value, int indent = -1) {
  return safe_json(value.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OUTPUT_PRINTED_JSON_H_
