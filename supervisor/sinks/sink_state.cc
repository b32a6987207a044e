// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/sink_state.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/text/text.h"
#include "supervisor/audit/store/private_folder.h"
#include "supervisor/audit/store/whole_file.h"

namespace guard::supervisor {
namespace {

constexpr const char* kFolder = "/sinks";
constexpr const char* kEnding = ".json";

nlohmann::json json_of(const SinkPlace& place) {
  return {{"record", place.tail.record},
          {"outcome", place.tail.outcome},
          {"session", place.session},
          {"seq", place.seq},
          {"hash", place.hash}};
}

nlohmann::json json_of(const SinkState& state) {
  return {{"version", 1},
          {"record", state.place.record},
          {"outcome", state.place.outcome},
          {"session", state.session},
          {"seq", state.seq},
          {"hash", state.hash},
          {"sent", state.sent},
          {"sent_at", state.sent_at},
          {"error", state.error},
          {"error_since", state.error_since},
          {"mark", json_of(state.mark)},
          {"safe", json_of(state.safe)},
          {"mark_at", state.mark_at},
          {"refused", state.refused}};
}

template <class Value>
bool take(const nlohmann::json& from, const char* name, Value& value) {
  const auto found = from.find(name);
  constexpr bool kIsText = std::is_same_v<Value, std::string>;
  if (found == from.end() || (kIsText ? !found->is_string() : !found->is_number_integer()))
    return false;
  value = found->get<Value>();
  return true;
}

bool read_place(const nlohmann::json& json, const char* name, SinkPlace& place) {
  const auto found = json.find(name);
  return found != json.end() && found->is_object() && take(*found, "record", place.tail.record) &&
         take(*found, "outcome", place.tail.outcome) && take(*found, "session", place.session) &&
         take(*found, "seq", place.seq) && take(*found, "hash", place.hash);
}

bool read_into(const nlohmann::json& json, SinkState& state) {
  return json.is_object() && take(json, "record", state.place.record) &&
         take(json, "outcome", state.place.outcome) && take(json, "session", state.session) &&
         take(json, "seq", state.seq) && take(json, "hash", state.hash) &&
         take(json, "sent", state.sent) && take(json, "sent_at", state.sent_at) &&
         take(json, "error", state.error) && take(json, "error_since", state.error_since) &&
         take(json, "refused", state.refused) && take(json, "mark_at", state.mark_at) &&
         read_place(json, "mark", state.mark) && read_place(json, "safe", state.safe);
}

}  // namespace

Result<SinkFolder> SinkFolder::open(const std::string& state_dir) {
  auto folder = open_private_folder(state_dir + kFolder);
  if (!folder) return forward(folder.error().during("sinks"));
  return SinkFolder(std::move(*folder));
}

Result<SinkFolder> SinkFolder::find(const std::string& state_dir) {
  auto folder = find_private_folder(state_dir + kFolder);
  if (!folder && folder.error().sys_errno == ENOENT)
    return fail(Code::kNotFound, "sinks: nothing was sent yet");
  if (!folder) return forward(folder.error().during("sinks"));
  return SinkFolder(std::move(*folder));
}

Result<SinkState> SinkFolder::read(const std::string& name) const {
  const std::string path = path_ + "/" + name + kEnding;
  std::ifstream file(path, std::ios::binary);
  if (!file && errno == ENOENT) return SinkState();
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  SinkState state;
  if (!read_into(nlohmann::json::parse(text, nullptr, false), state))
    return fail(Code::kInvalid,
                safe_text(path) + ": cannot be read; remove it to send the record from its start");
  return state;
}

// On the disk before it has its name: a power cut leaves the one or the other.
Result<void> SinkFolder::write(const std::string& name, const SinkState& state) const {
  auto file = WholeFile::open(path_ + "/" + name + kEnding);
  if (!file) return forward(file.error());
  if (auto written = file->write(json_of(state).dump() + "\n"); !written) return written;
  if (auto synced = file->sync(); !synced) return synced;
  return file->keep();
}

std::vector<std::string> SinkFolder::names() const {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path_, error)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(kEnding)) names.push_back(name.substr(0, name.size() - 5));
  }
  std::ranges::sort(names);
  return names;
}

Result<void> SinkFolder::forget(const std::string& name) const {
  const std::string path = path_ + "/" + name + kEnding;
  if (::unlink(path.c_str()) == 0) return {};
  if (errno == ENOENT)
    return fail(Code::kNotFound, "no sink " + safe_text(name) + " sent anything");
  return fail_errno(safe_text(path));
}

// Nobody can open it to read, so that no program holds it up by a lock to read.
Result<UniqueFd> SinkFolder::lock(const std::string& name) const {
  const std::string path = path_ + "/" + name + ".lock";
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IWUSR));
  if (!file.valid()) return fail_errno(safe_text(path));
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return file;
  if (errno == EWOULDBLOCK) return fail(Code::kBusy, "another session sends");
  return fail_errno(safe_text(path));
}

}  // namespace guard::supervisor
