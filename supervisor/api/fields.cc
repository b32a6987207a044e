// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/fields.h"

#include <algorithm>

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

}  // namespace

const Json* Fields::find(const std::string& name) const {
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void Fields::note(const std::string& message) {
  if (wrong_.empty()) wrong_ = message;
}

std::string Fields::text(const std::string& name) {
  const Json* const value = find(name);
  if (value == nullptr) return "";
  if (value->is_string()) return value->get<std::string>();
  note("field '" + name + "' must be a text");
  return "";
}

std::vector<std::string> Fields::texts(const std::string& name) {
  const Json* const value = find(name);
  if (value == nullptr) return {};
  const auto is_text = [](const Json& item) { return item.is_string(); };
  if (value->is_array() && std::all_of(value->begin(), value->end(), is_text))
    return value->get<std::vector<std::string>>();
  note("field '" + name + "' must be a list of texts");
  return {};
}

std::optional<ApiResponse> Fields::problem() const {
  if (!wrong_.empty()) return invalid_request(wrong_);
  return std::nullopt;
}

}  // namespace guard::supervisor
