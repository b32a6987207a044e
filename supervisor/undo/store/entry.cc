// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/entry.h"

#include <algorithm>
#include <array>
#include <utility>

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

// In the order of UndoDeed.
constexpr std::array<const char*, 9> kDeedNames = {
    "delete", "replace", "modify", "metadata", "rename", "exchange", "folder", "link", "placed"};

bool is_utf8(const std::string& bytes) {
  // The library's own test: it refuses to dump anything else.
  try {
    (void)Json(bytes).dump();
    return true;
  } catch (const Json::exception&) {
    return false;
  }
}

bool is_ascii(const std::string& bytes) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string hex_of(const std::string& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    text += kDigits[static_cast<unsigned char>(c) >> 4U];
    text += kDigits[static_cast<unsigned char>(c) & 0xFU];
  }
  return text;
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::string bytes_of_hex(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const int high = digit_of(text[i]);
    const int low = digit_of(text[i + 1]);
    if (high < 0 || low < 0) return {};
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

Json time_to_json(const timespec& time) {
  return Json::array(
      {static_cast<std::int64_t>(time.tv_sec), static_cast<std::int64_t>(time.tv_nsec)});
}

timespec time_from_json(const Json& value) {
  return {static_cast<time_t>(value.at(0).get<std::int64_t>()),
          static_cast<long>(value.at(1).get<std::int64_t>())};
}

nlohmann::ordered_json object_to_json(const ObjectRecord& object) {
  nlohmann::ordered_json json = {{"device", object.key.device},
                                 {"inode", object.key.inode},
                                 {"born", object.key.born_ns},
                                 {"mode", object.mode},
                                 {"uid", object.uid},
                                 {"gid", object.gid},
                                 {"links", object.links},
                                 {"size", object.size},
                                 {"stored", object.stored},
                                 {"atime", time_to_json(object.accessed)},
                                 {"mtime", time_to_json(object.modified)},
                                 {"ctime", time_to_json(object.changed)}};
  if (S_ISCHR(object.mode) || S_ISBLK(object.mode)) json["number"] = object.number;
  if (S_ISLNK(object.mode)) json["target"] = bytes_to_json(object.link_text);
  for (const auto& [name, value] : object.attributes)
    json["attributes"].push_back({bytes_to_json(name), bytes_to_json(value)});
  return json;
}

ObjectRecord object_from_json(const Json& json) {
  ObjectRecord object;
  object.key = {json.at("device"), json.at("inode"), json.at("born")};
  object.mode = json.at("mode");
  object.uid = json.at("uid");
  object.gid = json.at("gid");
  object.links = json.at("links");
  object.size = json.at("size");
  object.stored = json.at("stored");
  object.accessed = time_from_json(json.at("atime"));
  object.modified = time_from_json(json.at("mtime"));
  object.changed = time_from_json(json.at("ctime"));
  if (json.contains("number")) object.number = json.at("number");
  if (json.contains("target")) object.link_text = bytes_from_json(json.at("target"));
  if (!json.contains("attributes")) return object;
  for (const Json& attribute : json.at("attributes"))
    object.attributes.emplace_back(bytes_from_json(attribute.at(0)),
                                   bytes_from_json(attribute.at(1)));
  return object;
}

UndoEntry read_entry(const Json& line) {
  UndoEntry entry;
  entry.number = line.at("n");
  const auto* const found =
      std::find(kDeedNames.begin(), kDeedNames.end(), line.at("act").get<std::string>());
  if (found == kDeedNames.end()) throw Json::other_error::create(501, "unknown act", nullptr);
  entry.deed = static_cast<UndoDeed>(found - kDeedNames.begin());
  entry.path = bytes_from_json(line.at("path"));
  if (line.contains("of")) entry.of = bytes_from_json(line.at("of"));
  if (line.contains("to")) entry.to = bytes_from_json(line.at("to"));
  entry.object = object_from_json(line.at("object"));
  entry.content = line.value("content", "");
  entry.is_original = line.value("original", false);
  entry.time = line.value("time", "");
  entry.reverts = line.value("reverts", std::uint64_t{0});
  entry.is_version = line.value("version", false);
  entry.question = line.value("question", "");
  if (line.contains("command")) entry.command = bytes_from_json(line.at("command"));
  return entry;
}

}  // namespace

const char* name_of(UndoDeed deed) {
  return kDeedNames.at(static_cast<std::size_t>(deed));
}

Json bytes_to_json(const std::string& bytes) {
  if (is_ascii(bytes) || is_utf8(bytes)) return bytes;
  return {{"hex", hex_of(bytes)}};
}

std::string bytes_from_json(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return bytes_of_hex(value.at("hex").get<std::string>());
}

nlohmann::ordered_json to_json(const UndoEntry& entry) {
  nlohmann::ordered_json json = {
      {"n", entry.number}, {"act", name_of(entry.deed)}, {"path", bytes_to_json(entry.path)}};
  if (!entry.to.empty()) json["to"] = bytes_to_json(entry.to);
  if (!entry.of.empty()) json["of"] = bytes_to_json(entry.of);
  json["time"] = entry.time;
  if (!entry.question.empty()) json["question"] = entry.question;
  if (!entry.command.empty()) json["command"] = bytes_to_json(entry.command);
  if (entry.is_version) json["version"] = true;
  if (entry.reverts != 0) json["reverts"] = entry.reverts;
  if (!entry.content.empty()) json["content"] = entry.content;
  if (entry.is_original) json["original"] = true;
  json["object"] = object_to_json(entry.object);
  return json;
}

Result<UndoEntry> entry_from_json(const Json& line) {
  try {
    return read_entry(line);
  } catch (const Json::exception& error) {
    return fail(Code::kInvalid, std::string("undo journal: ") + error.what());
  }
}

}  // namespace guard::supervisor
