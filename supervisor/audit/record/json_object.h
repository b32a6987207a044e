// SPDX-License-Identifier: Apache-2.0
// JsonObject: appends one JSON object to a text, field after field, without a tree in memory. The
// caller keeps names apart; texts are valid UTF-8, as everything stored is. One thread.
//   JsonObject object(out);
//   object.text("name", "x");
//   { JsonObject inner = object.object("file"); inner.number("size", 3); }
#ifndef GUARD_SUPERVISOR_AUDIT_RECORD_JSON_OBJECT_H_
#define GUARD_SUPERVISOR_AUDIT_RECORD_JSON_OBJECT_H_

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "supervisor/audit/record/json_text.h"

namespace guard::supervisor {

class JsonObject {
 public:
  explicit JsonObject(std::string& out) : out_(out) { out_ += '{'; }
  ~JsonObject() { out_ += '}'; }
  JsonObject(const JsonObject&) = delete;
  JsonObject& operator=(const JsonObject&) = delete;

  void text(std::string_view name, std::string_view value) {
    append_name(name);
    append_json(out_, value);
  }
  void texts(std::string_view name, const std::vector<std::string>& values) {
    append_name(name);
    append_json(out_, values);
  }
  void number(std::string_view name, std::integral auto value) {
    append_name(name);
    out_ += std::to_string(value);
  }
  // Text that is JSON already.
  void raw(std::string_view name, std::string_view json) {
    append_name(name);
    out_ += json;
  }
  [[nodiscard]] JsonObject object(std::string_view name) {
    append_name(name);
    return JsonObject(out_);
  }

 private:
  void append_name(std::string_view name) {
    out_ += is_first_ ? "\"" : ",\"";
    out_ += name;
    out_ += "\":";
    is_first_ = false;
  }
  std::string& out_;
  bool is_first_ = true;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORD_JSON_OBJECT_H_
