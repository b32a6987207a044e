// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/checkpoint.h"

#include <algorithm>

#include "base/text/text.h"
#include "supervisor/undo/store/entry.h"

namespace guard::supervisor {

Result<void> check_checkpoint_name(const std::string& name) {
  constexpr std::size_t kLongest = 64;  // one fits a line of a list
  if (name.size() > kLongest)
    return fail(Code::kInvalid, "a checkpoint's name has at most 64 bytes");
  if (safe_text(name) != name || name.starts_with('-') || name.starts_with(' '))
    return fail(Code::kInvalid,
                "a checkpoint's name begins with neither - nor a space, and holds no "
                "control characters: " +
                    safe_text(name));
  const bool is_number = !name.empty() && std::all_of(name.begin(), name.end(),
                                                      [](char c) { return c >= '0' && c <= '9'; });
  if (is_number)
    return fail(Code::kInvalid, "the name " + name + " would mean the checkpoint of that number");
  return {};
}

nlohmann::ordered_json to_json(const Checkpoint& checkpoint) {
  nlohmann::ordered_json line = {{"checkpoint", checkpoint.number}};
  if (!checkpoint.name.empty()) line["name"] = bytes_to_json(checkpoint.name);
  if (!checkpoint.command.empty()) line["command"] = bytes_to_json(checkpoint.command);
  line["time"] = checkpoint.time;
  line["next"] = checkpoint.next_entry;
  line["made"] = checkpoint.made;
  return line;
}

std::optional<Checkpoint> checkpoint_from_json(const nlohmann::json& line) {
  try {
    Checkpoint checkpoint;
    checkpoint.number = line.at("checkpoint");
    if (line.contains("name")) checkpoint.name = bytes_from_json(line.at("name"));
    if (line.contains("command")) checkpoint.command = bytes_from_json(line.at("command"));
    checkpoint.time = line.at("time");
    checkpoint.next_entry = line.at("next");
    checkpoint.made = line.at("made");
    return checkpoint;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace guard::supervisor
