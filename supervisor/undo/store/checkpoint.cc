// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/checkpoint.h"

#include "supervisor/undo/store/entry.h"

namespace guard::supervisor {

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
