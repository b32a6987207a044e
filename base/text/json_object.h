// SPDX-License-Identifier: Apache-2.0
// The body of a request as a JSON object, read strictly: input is hostile. Pure.
#ifndef GUARD_BASE_TEXT_JSON_OBJECT_H_
#define GUARD_BASE_TEXT_JSON_OBJECT_H_

#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"

namespace guard {

// kInvalid: not JSON, not an object, nested too deeply, or a field of it is given twice.
[[nodiscard]] Result<nlohmann::json> parse_object(const std::string& body);

}  // namespace guard

#endif  // GUARD_BASE_TEXT_JSON_OBJECT_H_
