// SPDX-License-Identifier: Apache-2.0
#include "console/mcp/own_changes_tool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "base/text/text.h"
#include "console/run/nested_run.h"
#include "console/session/client.h"

namespace guard::console {
namespace {

constexpr const char* kProgram = "guard mcp";

Result<nlohmann::json> changes_here() {
  const Client client(own_session_address(), kProgram);
  const auto reply = client.get("/v1/session/changes");
  if (!reply) return forward(reply.error());
  if (!reply->ok()) return fail(Code::kInvalid, reply->error_message());
  return reply->body;
}

// Names that are no text (bytes) are left to the person.
std::string path_of(const nlohmann::json& change) {
  const auto path = change.find("path");
  return path != change.end() && path->is_string() ? path->get<std::string>() : std::string();
}

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

Result<std::vector<std::string>> wanted_paths(const nlohmann::json& arguments) {
  const nlohmann::json given = arguments.value("paths", nlohmann::json::array());
  std::vector<std::string> paths;
  for (const nlohmann::json& path : given) {
    if (!path.is_string() || !path.get<std::string>().starts_with('/'))
      return fail(Code::kInvalid, "paths: write absolute paths");
    paths.push_back(std::filesystem::path(path.get<std::string>()).lexically_normal().string());
  }
  return paths;
}

// A folder goes when nothing is left in it: what another program put there stays, and so does the
// folder.
std::error_code remove(const std::string& path, bool is_folder) {
  const int done = ::unlinkat(AT_FDCWD, path.c_str(), is_folder ? AT_REMOVEDIR : 0);
  return done == 0 ? std::error_code() : std::error_code(errno, std::generic_category());
}

}  // namespace

Result<nlohmann::json> own_changes_tool() {
  auto changes = changes_here();
  if (!changes) return changes;
  (*changes)["to_take_back"] =
      "undo_made takes away what the session made; for what was there before your user runs: guard "
      "undo --session " +
      changes->value("undo_session", std::string());
  return changes;
}

// Folders come last, the deepest first.
Result<nlohmann::json> undo_made_tool(const nlohmann::json& arguments) {
  const auto wanted = wanted_paths(arguments);
  if (!wanted) return forward(wanted.error());
  const auto changes = changes_here();
  if (!changes) return forward(changes.error());
  std::vector<std::pair<bool, std::string>> made;  // folder, path
  for (const nlohmann::json& change : changes->value("changes", nlohmann::json::array())) {
    const std::string path = path_of(change);
    const bool is_wanted =
        wanted->empty() || std::ranges::any_of(*wanted, [&](const std::string& under) {
          return is_below(path, under);
        });
    if (change.value("kind", "") == "made" && !path.empty() && is_wanted)
      made.emplace_back(change.value("folder", false), path);
  }
  std::ranges::sort(made, [](const auto& one, const auto& other) {
    return one.first != other.first ? !one.first : one.second > other.second;
  });
  nlohmann::json removed = nlohmann::json::array();
  nlohmann::json left = nlohmann::json::array();
  for (const auto& [is_folder, path] : made) {
    const auto error = remove(path, is_folder);
    if (!error)
      removed.push_back(path);
    else
      left.push_back({{"path", path}, {"why", error.message()}});
  }
  return nlohmann::json{{"removed", std::move(removed)},
                        {"left", std::move(left)},
                        {"more", changes->value("count", std::size_t{0}) >
                                     changes->value("changes", nlohmann::json::array()).size()}};
}

}  // namespace guard::console
