// SPDX-License-Identifier: Apache-2.0
#include "console/learning/learned_profile.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

#include "base/text/text.h"
#include "policy/network/host_pattern.h"
#include "policy/network/internal_address.h"
#include "policy/paths/agent_folder.h"
#include "policy/paths/path_names.h"
#include "policy/text/glob.h"
#include "supervisor/audit/record/chain.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;

constexpr std::array<std::string_view, 5> kWrites = {"create", "modify", "delete", "rename",
                                                     "metadata"};

bool was_allowed(const AuditRecord& record) {
  const std::string status = record.approval_status.value_or("");
  return status == "approved" || (record.decision == "allow" && status != "denied");
}

// Names that agents give to what they sign in with, and to what runs or steers later: in part, as a
// whole, and of folders. The two are told apart from the rest by nothing else.
constexpr std::array<std::string_view, 7> kCredentials = {
    "*auth*", "*credential*", "*creds*", "*oauth*", "*token*", "*secret*", "*api*key*"};
constexpr std::array<std::string_view, 8> kSteering = {"*settings*",  "*config*",     "*mcp*",
                                                       "*hooks.json", "*permission*", "*trusted*",
                                                       "*.md",        "*.toml"};
constexpr std::array<std::string_view, 14> kSteeringFolders = {
    "hooks",  "plugins", "plugin", "extensions", "skills", "commands", "command",
    "agents", "agent",   "rules",  "tools",      "tool",   "prompts",  "bin"};

template <class Globs>
bool is_among(const Globs& globs, std::string_view name) {
  return std::ranges::any_of(
      globs, [&](std::string_view glob) { return policy::word_glob_matches(glob, name); });
}

std::string lower_name(std::string_view path) {
  std::string name(base_name(path));
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return name;
}

bool looks_like_credential(std::string_view inside) {
  const bool by_name = policy::class_by_name(inside) == policy::PathClass::kSecret;
  return by_name || is_among(kCredentials, lower_name(inside));
}

// As a pattern of a policy file it means itself.
std::string escaped(std::string_view path) {
  std::string text;
  for (const char c : path) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text;
}

// "hooks/**" of "hooks/x/y.sh", "settings.json" of itself; nothing for what steers nothing.
std::optional<std::string> steering_glob(std::string_view inside) {
  for (std::size_t slash = inside.find('/'); slash != std::string_view::npos;
       slash = inside.find('/', slash + 1)) {
    if (is_among(kSteeringFolders, lower_name(inside.substr(0, slash))))
      return escaped(inside.substr(0, slash)) + "/**";
  }
  return is_among(kSteering, lower_name(inside)) ? std::optional(escaped(inside)) : std::nullopt;
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
  // A script that node runs is the agent, not node.
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

struct Learned {
  std::set<std::string> folders;
  std::set<std::string> settings;
  std::set<std::string> secrets;
};

// A file in a folder of the agent's own, and what its name says.
void take_path(std::string_view path, const std::string& home, Learned& learned) {
  const auto in_home = policy::below(path, home);
  const auto folder = in_home ? policy::agent_folder_around(*in_home) : std::nullopt;
  if (!folder) return;
  learned.folders.insert(*folder);
  const std::string from_home = "~/" + std::string(*in_home);
  const auto inside = policy::below(from_home, *folder);
  if (!inside || inside->empty()) return;
  if (looks_like_credential(*inside)) learned.secrets.insert(escaped(*inside));
  if (const auto glob = steering_glob(*inside)) learned.settings.insert(*glob);
}

}  // namespace

std::optional<std::string> recorded_host(const AuditRecord& record) {
  constexpr std::string_view kPort = " port ";
  std::string_view text = record.result_summary;
  for (const std::string_view verb : {"connect to ", "send to "}) {
    if (text.starts_with(verb)) text.remove_prefix(verb.size());
  }
  std::string host(text.substr(0, text.find(' ')));
  if (host.empty() || policy::host_pattern_defect(host) || policy::host_pattern_too_wide(host) ||
      policy::is_internal_address(host))
    return std::nullopt;
  const std::size_t port = text.rfind(kPort);
  if (port == std::string_view::npos) return host;
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  host += ":" + std::string(text.substr(port + kPort.size()));
  return policy::host_pattern_defect(host) ? std::nullopt : std::optional(host);
}

Result<policy::Profile> learn_profile(const std::string& name,
                                      const std::vector<AuditRecord>& records,
                                      const std::string& home) {
  policy::Profile profile;
  profile.name = name;
  // Before the command stand the descriptors that it was started with.
  const auto first = std::ranges::find_if(
      records, [](const AuditRecord& record) { return record.act != supervisor::kInheritTool; });
  if (first == records.end()) return fail(Code::kInvalid, "there is no record of such a session");
  if (auto told = learn_command(profile, *first); !told) return forward(told.error());
  Learned learned;
  std::set<std::string> hosts;
  std::set<std::string> launches;
  for (const AuditRecord& record : records) {
    if (!is_by_agent(record, profile) || !was_allowed(record)) continue;
    if (record.chain.size() > 1) launches.insert(program_in(record.chain.front()));
    if (record.act == "connect") {
      if (const auto host = recorded_host(record)) hosts.insert(*host);
    } else if (std::ranges::find(kWrites, record.act) != kWrites.end()) {
      for (const std::string& path : record.objects) take_path(path, home, learned);
    }
  }
  profile.state.assign(learned.folders.begin(), learned.folders.end());
  profile.settings.assign(learned.settings.begin(), learned.settings.end());
  profile.secrets.assign(learned.secrets.begin(), learned.secrets.end());
  profile.hosts.assign(hosts.begin(), hosts.end());
  profile.launches.assign(launches.begin(), launches.end());
  return profile;
}

}  // namespace guard::console
