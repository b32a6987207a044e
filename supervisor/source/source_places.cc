// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/source_places.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/text/text.h"

namespace guard::supervisor {
namespace {

constexpr const char* kVariable = "GUARD_SOURCE";

// A file that cannot be looked at counts as there.
bool may_exist(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

Result<SourcePlaces> places_below(const std::string& folder) {
  for (const char* name : {"/etc/guard/source.yaml", "/etc/guard/policy.yaml"})
    if (may_exist(name))
      return fail(Code::kRefused, std::string(kVariable) +
                                      " is for machines without a policy of their own; here is " +
                                      name + ": unset it");
  if (!folder.starts_with('/'))
    return fail(Code::kInvalid,
                std::string(kVariable) + " must be a whole path: " + safe_text(folder));
  SourcePlaces places{folder + "/source.yaml", folder + "/held", folder + "/machine-id",
                      ::geteuid()};
  if (!may_exist(places.machine_id)) places.machine_id = SourcePlaces().machine_id;
  return places;
}

}  // namespace

Result<SourcePlaces> source_places() {
  const char* const folder = std::getenv(kVariable);
  if (folder == nullptr || *folder == '\0') return SourcePlaces();
  return places_below(folder);
}

}  // namespace guard::supervisor
