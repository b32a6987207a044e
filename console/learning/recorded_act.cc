// SPDX-License-Identifier: Apache-2.0
#include "console/learning/recorded_act.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/text/text.h"
#include "policy/load/key_names.h"
#include "policy/network/internal_address.h"
#include "policy/paths/path_names.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::console {
namespace {

using policy::Act;
using supervisor::AuditRecord;

std::optional<Said> said_to(const AuditRecord& record) {
  const std::string status = record.approval_status.value_or("");
  // `--network log`: whoever runs it wants to know which hosts there are.
  const bool logged = record.rule == policy::own_rule("network.logged");
  if (logged && record.outcome != "done") return std::nullopt;
  if (status == "approved" || logged) return Said::kApproved;
  const bool refused = record.decision == "deny" || record.decision == "block";
  if (status == "denied" || status == "timeout" || refused) return Said::kDenied;
  return std::nullopt;
}

// Root's, in a folder of the system's. A program that is gone was not installed: then no rule fits
// it.
bool is_installed(const std::string& path) {
  struct stat status {};
  return !path.empty() && policy::is_system_folder(path.substr(0, path.find('/', 1))) &&
         ::stat(path.c_str(), &status) == 0 && status.st_uid == 0 &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// "tcp 192.0.2.7 443", "tcp example.org 443".
bool read_peer(const std::string& text, policy::Destination& destination) {
  const std::size_t first = text.find(' ');
  const std::size_t second = text.find(' ', first == std::string::npos ? first : first + 1);
  if (second == std::string::npos) return false;
  destination.protocol = text.substr(0, first);
  destination.address = text.substr(first + 1, second - first - 1);
  if (policy::canonical_address(destination.address).empty()) {
    destination.name = destination.address;
    destination.name_source = policy::NameSource::kFake;
    destination.stand_in = true;
  }
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + second + 1, end, destination.port);
  // Port 0 is nobody's: a program asked only which of its addresses would be taken.
  return error == std::errc() && rest == end && destination.port != 0;
}

std::vector<policy::Object> objects_of(const AuditRecord& record) {
  std::vector<policy::Object> objects;
  for (const auto& path : record.objects) {
    policy::Object object;
    object.path = path;
    object.type = policy::ObjectType::kFile;
    objects.push_back(std::move(object));
  }
  return objects;
}

// "npm" of an installed npm-cli.js: by that link of root's it is mostly started.
std::string link_to(const std::string& exe, std::string_view word) {
  const std::string name(base_name(word));
  for (const std::string folder : {"/usr/local/bin/", "/usr/bin/", "/bin/"}) {
    struct stat status {};
    std::error_code error;
    const std::string link = folder + name;
    if (::lstat(link.c_str(), &status) == 0 && S_ISLNK(status.st_mode) && status.st_uid == 0 &&
        std::filesystem::canonical(link, error).string() == exe)
      return name;
  }
  return {};
}

bool read_program(const AuditRecord& record, RecordedAct& act) {
  const bool installed = is_installed(record.exe);
  if (act.action.act != Act::kExec) {
    act.action.actor = {record.exe, {std::string(base_name(record.exe))}, installed};
    return true;
  }
  act.action.exe = record.exe;
  if (installed && !record.argv.empty())
    act.action.called_by_link = link_to(record.exe, record.argv.front());
  act.action.argv = record.argv;
  act.action.image_origin =
      installed ? policy::ImageOrigin::kInstalled : policy::ImageOrigin::kOther;
  return !record.argv.empty() && !record.exe.empty();
}

// "connect to example.org (192.0.2.7) port 443": the name is what the act was judged by.
void read_name(const std::string& text, policy::Destination& destination) {
  const std::size_t open = text.find(" (" + destination.address + ") port ");
  const std::size_t start = open == std::string::npos ? open : text.rfind(' ', open - 1);
  if (destination.stand_in || start == std::string::npos) return;
  destination.name = text.substr(start + 1, open - start - 1);
  destination.name_source = policy::NameSource::kFake;
  destination.names = {destination.name};
}

bool read_destination(const AuditRecord& record, policy::Destination& destination) {
  if (record.objects.empty() || !read_peer(record.objects.front(), destination)) return false;
  read_name(record.result_summary, destination);
  return true;
}

bool read_objects(const AuditRecord& record, RecordedAct& act) {
  if (act.action.act == Act::kConnect || act.action.act == Act::kListen)
    return read_destination(record, act.action.destination);
  auto objects = objects_of(record);
  if (act.action.act != Act::kExec) {
    act.action.objects = std::move(objects);
    return !act.action.objects.empty();
  }
  if (!record.effect.is_object()) return true;
  act.assessment.effect.emplace();
  act.assessment.effect->complete = record.effect.value("complete", true);
  for (auto& object : objects) {
    const std::string shown = object.path;
    act.assessment.effect->operands.push_back({shown, std::move(object), 1});
  }
  return true;
}

}  // namespace

bool was_logged(const RecordedAct& act) {
  return act.assessment.rule == policy::own_rule("network.logged");
}

bool was_skipped(const AuditRecord& record) {
  if (record.rule == policy::own_rule("secrets.gate")) return true;
  return record.act == "read" && record.effect.is_object() && record.effect.contains("waits");
}

std::optional<RecordedAct> recorded_act_of(const AuditRecord& record) {
  const auto said = said_to(record);
  const auto& names = policy::act_names();
  const bool known = std::ranges::find(names, record.act) != names.end() && record.act != "write";
  if (!said || !known) return std::nullopt;
  RecordedAct act;
  act.said = *said;
  act.action.act = policy::acts_named({record.act}).front();
  act.action.syscall = record.syscall;
  act.action.cwd = record.cwd;
  for (const auto& name : record.categories) {
    if (const auto category = policy::category_named(name))
      act.assessment.categories.push_back(*category);
  }
  act.assessment.tier = record.risk_tier;
  act.assessment.block = record.decision == "block";
  act.assessment.rule = record.rule;
  act.assessment.wildcard = record.rule == policy::own_rule("fs.delete.wildcard");
  if (!read_program(record, act) || !read_objects(record, act)) return std::nullopt;
  act.what = safe_text(record.result_summary);
  act.when = record.timestamp;
  act.request_id = record.request_id;
  return act;
}

}  // namespace guard::console
