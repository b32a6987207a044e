// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/searches.h"

#include <algorithm>
#include <filesystem>

#include "base/text/text.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostShown = 3;

std::string below_cwd(const std::string& path, const std::string& cwd) {
  return path.starts_with(cwd + "/") ? path.substr(cwd.size() + 1) : path;
}

}  // namespace

std::vector<KnownSecret> secrets_met(const policy::TreeSearch& search, const std::string& cwd,
                                     const SecretsBelow& secrets_below) {
  std::vector<KnownSecret> met;
  for (const std::string& place : search.places) {
    std::error_code error;
    const std::string folder = fs::canonical(fs::path(cwd) / place, error).string();
    if (error) continue;
    for (KnownSecret& secret : secrets_below(folder)) {
      const bool known =
          std::ranges::any_of(met, [&](const auto& other) { return other.id == secret.id; });
      if (!known && policy::would_open(search, folder, secret.path))
        met.push_back(std::move(secret));
    }
  }
  std::ranges::sort(met, {}, &KnownSecret::path);
  return met;
}

policy::Action read_by(const policy::Action& exec, const KnownSecret& known) {
  policy::Action read;
  read.act = policy::Act::kRead;
  read.syscall = "openat";
  read.cwd = exec.cwd;
  read.actor = {exec.exe, exec.argv, exec.image_origin == policy::ImageOrigin::kInstalled};
  read.actor.known_argv = exec.known_argv;
  policy::Object secret;
  secret.path = known.path;
  secret.inode = known.id.inode;
  secret.path_class = policy::PathClass::kSecret;
  secret.type = policy::ObjectType::kFile;
  read.objects = {std::move(secret)};
  return read;
}

policy::Assessment assessment_of(const policy::TreeSearch& search, const policy::Action& exec,
                                 const std::vector<KnownSecret>& met) {
  policy::Assessment assessment;
  assessment.categories = {policy::Category::kFsConfigSecrets};
  assessment.tier = 2;
  assessment.rule = policy::own_rule("fs.read");
  std::string names;
  for (std::size_t i = 0; i < std::min(met.size(), kMostShown); ++i)
    names += (i == 0 ? "" : ", ") + safe_text(below_cwd(met[i].path, exec.cwd));
  if (met.size() > kMostShown) names += ", ...";
  assessment.reason = "would read " + count_text(met.size(), "secret", "secrets") + ": " + names;
  assessment.details = {"read " + names, "if denied: " + search.program + " skips " +
                                             (met.size() == 1 ? "it" : "them") +
                                             ", now and for the rest of this session"};
  assessment.pattern =
      met.size() > kMostShown ? command_text(exec.argv) : std::string(base_name(exec.exe)) + " *";
  return assessment;
}

}  // namespace guard::supervisor
