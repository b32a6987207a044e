// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/npm_registry.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "base/files/root_file.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostBytes = 256U * 1024;  // npm 11 has 70 KiB
constexpr std::uint16_t kHttps = 443;

// Their places in npm 7 to 11, below its own folder. Debian takes the package apart.
constexpr std::array kDefinitions = {"/node_modules/@npmcli/config/lib/definitions/definitions.js",
                                     "/lib/utils/config/definitions.js",
                                     "/../@npmcli/config/lib/definitions/definitions.js"};

// "/usr/lib/node_modules/npm" of "/usr/bin/npm", a link to its bin/npm-cli.js.
std::string folder_of_npm(const std::string& program) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(program.c_str(), nullptr),
                                                         &std::free);
  if (!real) return {};
  std::string folder = real.get();
  for (int up = 0; up < 2; ++up) folder.resize(folder.rfind('/') == 0 ? 0 : folder.rfind('/'));
  return folder;
}

std::string host_of_npm(const std::string& program) {
  const std::string folder = folder_of_npm(program);
  if (folder.empty()) return {};
  for (const char* definitions : kDefinitions) {
    std::string host = registry_in(text_of_root_file(folder + definitions, kMostBytes));
    if (!host.empty()) return host;
  }
  return {};
}

// The first npm on the path, as a shell would find it.
std::string host_on(std::string_view search_path) {
  while (!search_path.empty()) {
    const std::string_view folder = search_path.substr(0, search_path.find(':'));
    search_path.remove_prefix(std::min(folder.size() + 1, search_path.size()));
    const std::string program = std::string(folder) + "/npm";
    if (folder.starts_with('/') && ::access(program.c_str(), X_OK) == 0)
      return host_of_npm(program);
  }
  return {};
}

bool is_name(std::string_view host) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
  return !host.empty() && host.find_first_not_of(kLetters) == std::string_view::npos;
}

}  // namespace

// registry: new Definition('registry', {  default: 'https://registry.example.org/',
std::string registry_in(std::string_view definitions) {
  constexpr std::string_view kBegin = "'registry', {";
  constexpr std::string_view kValue = "default: 'https://";
  const std::size_t begin = definitions.find(kBegin);
  if (begin == std::string_view::npos) return {};
  std::string_view own = definitions.substr(begin + kBegin.size());
  own = own.substr(0, own.find("})"));
  const std::size_t value = own.find(kValue);
  if (value == std::string_view::npos) return {};
  own.remove_prefix(value + kValue.size());
  const std::string_view host = own.substr(0, own.find_first_of("/'"));
  return is_name(host) ? std::string(host) : std::string();
}

bool NpmRegistry::is_at(const policy::Destination& destination) {
  if (destination.port != kHttps || destination.name.empty()) return false;
  std::call_once(once_, [this] { host_ = host_on(search_path_); });
  return !host_.empty() && destination.name == host_;
}

}  // namespace guard::supervisor
