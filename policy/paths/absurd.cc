// SPDX-License-Identifier: Apache-2.0
#include "policy/paths/absurd.h"

#include <algorithm>
#include <array>

#include "policy/paths/path_names.h"

namespace guard::policy {
namespace {

// Besides the system's own: where people and other file systems live.
constexpr std::array kFurtherTopFolders = {std::string_view("/home"), std::string_view("/media"),
                                           std::string_view("/mnt"), std::string_view("/root"),
                                           std::string_view("/srv")};
constexpr std::size_t kMostOfTheTop = 3;

bool is_top_folder(std::string_view path) {
  return is_system_folder(path) || std::find(kFurtherTopFolders.begin(), kFurtherTopFolders.end(),
                                             path) != kFurtherTopFolders.end();
}

bool is_home_of_somebody(std::string_view path) {
  const auto name = below(path, "/home");
  return name && !name->empty() && name->find('/') == std::string_view::npos;
}

}  // namespace

bool absurd_to_lose(std::string_view path, std::string_view home) {
  if (path == "/" || path == "/*") return true;
  return (!home.empty() && path == home) || is_top_folder(path) || is_home_of_somebody(path);
}

bool covers_top_level(const std::vector<std::string>& paths) {
  std::vector<std::string_view> tops;
  for (const std::string& path : paths) {
    const bool top = is_top_folder(path) || path == "/tmp";
    if (top && std::find(tops.begin(), tops.end(), path) == tops.end()) tops.emplace_back(path);
  }
  return tops.size() >= kMostOfTheTop;
}

}  // namespace guard::policy
