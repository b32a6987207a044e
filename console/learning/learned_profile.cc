// SPDX-License-Identifier: Apache-2.0
#include "console/learning/learned_profile.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

#include "base/text.h"
#include "policy/glob.h"
#include "policy/host_pattern.h"
#include "policy/internal_address.h"
#include "policy/path_names.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;

// Folders that many programs share: an agent's own is one below.
constexpr std::array<std::string_view, 4> kShared = {".config", ".local/share", ".local/state",
                                                     ".cache"};
constexpr std::array<std::string_view, 5> kWrites = {"create", "modify", "delete", "rename",
                                                     "metadata"};

bool was_allowed(const AuditRecord& record) {
  const std::string status = record.approval_status.value_or("");
  return status == "approved" || (record.decision == "allow" && status != "denied");
}

// "4711 node" -> "node".
std::string program_in(const std::string& link) {
  return link.substr(std::min(link.find(' '), link.size() - 1) + 1);
}

// The process that guard started, or one that runs the same (a launcher's own): nothing else stands
// between. A profile that is learned from somebody who calls himself so is for a person to read.
bool is_by_agent(const AuditRecord& record, const policy::Profile& profile) {
  return !record.chain.empty() && std::ranges::all_of(record.chain, [&](const std::string& link) {
    const std::string program = program_in(link);
    return program == "node" || program == profile.commands.front() ||
           &link == &record.chain.back();
  });
}

// "~/.NAME", or one below a shared folder; nothing for what means something to guard.
std::optional<std::string> state_folder_of(std::string_view path, const std::string& home) {
  const auto inside = policy::below(path, home);
  if (!inside || !inside->starts_with('.')) return std::nullopt;
  std::size_t from = 0;
  for (const std::string_view shared : kShared) {
    const auto rest = policy::below(*inside, shared);
    if (rest && rest->empty()) return std::nullopt;
    if (rest) from = shared.size() + 1;
  }
  const std::string folder(inside->substr(0, inside->find('/', from)));
  const bool means_something = policy::class_in_home(folder) ||
                               policy::class_in_home(folder + "/x") ||
                               policy::class_by_name(folder) || policy::vcs_class(folder);
  const bool is_shared = std::ranges::find(kShared, folder) != kShared.end() || folder == ".local";
  if (means_something || is_shared || policy::has_wildcard(folder)) return std::nullopt;
  return "~/" + folder;
}

// "connect to api.example.org (192.0.2.7) port 443": the name where one was believed.
std::optional<std::string> host_of(const AuditRecord& record) {
  std::string_view text = record.result_summary;
  for (const std::string_view verb : {"connect to ", "send to "}) {
    if (text.starts_with(verb)) text.remove_prefix(verb.size());
  }
  const std::string host(text.substr(0, text.find(' ')));
  if (host.empty() || policy::host_pattern_defect(host) || policy::is_internal_address(host))
    return std::nullopt;
  return host;
}

// "@scope/name" of ".../node_modules/@scope/name/cli.js".
std::optional<std::string> package_of(std::string_view path) {
  constexpr std::string_view kModules = "/node_modules/";
  const std::size_t at = path.rfind(kModules);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = path.substr(at + kModules.size());
  std::size_t end = rest.find('/');
  if (rest.starts_with('@') && end != std::string_view::npos) end = rest.find('/', end + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(rest.substr(0, end));
}

Result<void> learn_command(policy::Profile& profile, const AuditRecord& first) {
  if (first.act != "exec" || first.argv.empty())
    return fail(Code::kInvalid, "the record does not tell what the session started");
  // What node runs is the agent, not node.
  const bool runs_script = base_name(first.argv.front()) == "node" && first.argv.size() > 1;
  const std::string& word = runs_script ? first.argv[1] : first.argv.front();
  profile.commands = {std::string(base_name(word))};
  for (const std::string& path : {word, first.exe}) {
    if (const auto package = package_of(path)) {
      profile.packages = {*package};
      if (runs_script) profile.commands = {profile.name};  // not "cli.js"
      break;
    }
  }
  return {};
}

}  // namespace

Result<policy::Profile> learn_profile(const std::string& name,
                                      const std::vector<AuditRecord>& records,
                                      const std::string& home) {
  policy::Profile profile;
  profile.name = name;
  if (records.empty()) return fail(Code::kInvalid, "there is no record of such a session");
  if (auto learned = learn_command(profile, records.front()); !learned)
    return forward(learned.error());
  std::set<std::string> folders;
  std::set<std::string> hosts;
  std::set<std::string> launches;
  for (const AuditRecord& record : records) {
    if (!is_by_agent(record, profile) || !was_allowed(record)) continue;
    if (record.chain.size() > 1) launches.insert(program_in(record.chain.front()));
    if (record.act == "connect") {
      if (const auto host = host_of(record)) hosts.insert(*host);
    } else if (std::ranges::find(kWrites, record.act) != kWrites.end()) {
      for (const std::string& path : record.objects)
        if (const auto folder = state_folder_of(path, home)) folders.insert(*folder);
    }
  }
  profile.state.assign(folders.begin(), folders.end());
  profile.hosts.assign(hosts.begin(), hosts.end());
  profile.launches.assign(launches.begin(), launches.end());
  return profile;
}

}  // namespace guard::console
