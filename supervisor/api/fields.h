// SPDX-License-Identifier: Apache-2.0
// Reads the fields of a request strictly: a field of the wrong type or given twice is an error that
// names it; what the request's row does not know never comes here. Read everything first, then ask
// for the problem:
//   Fields fields(body);
//   const std::string reason = fields.text("reason");
//   if (auto problem = fields.problem()) return *problem;
#ifndef GUARD_SUPERVISOR_API_FIELDS_H_
#define GUARD_SUPERVISOR_API_FIELDS_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "supervisor/api/message.h"

namespace guard::supervisor {

class Fields {
 public:
  explicit Fields(const nlohmann::json& object) : object_(object) {}
  [[nodiscard]] bool has(const std::string& name) const { return find(name) != nullptr; }
  [[nodiscard]] std::string text(const std::string& name);                // "" when absent or null
  [[nodiscard]] std::vector<std::string> texts(const std::string& name);  // {} when absent
  // The first thing that is wrong; call it last.
  [[nodiscard]] std::optional<ApiResponse> problem() const;

 private:
  [[nodiscard]] const nlohmann::json* find(const std::string& name) const;
  void note(const std::string& message);

  const nlohmann::json& object_;
  std::string wrong_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_FIELDS_H_
