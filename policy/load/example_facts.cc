// SPDX-License-Identifier: Apache-2.0
#include "policy/load/example_facts.h"

#include <algorithm>
#include <string_view>

#include "base/limits.h"
#include "policy/paths/path_names.h"

namespace guard::policy {
namespace {

PathRoots example_roots() {
  PathRoots roots;
  roots.home = "/home/user";
  roots.workspace = {"/home/user/project"};
  roots.tmp = {"/tmp", "/var/tmp"};
  roots.cache = {"/home/user/.cache", "/home/user/.npm"};
  return roots;
}

ObjectType type_by_name(const std::string& path) {
  if (looks_like_disk(path)) return ObjectType::kBlockDevice;
  const bool device = below(path, "/dev") && !below(path, "/dev/shm") && path != "/dev";
  return device ? ObjectType::kCharDevice : ObjectType::kFile;
}

}  // namespace

ExampleFacts::ExampleFacts(Raising raising) : classifier_(example_roots()), raising_(raising) {}

std::string ExampleFacts::canonical(const std::string& operand) const {
  std::string path = operand;
  if (path == "~" || path.starts_with("~/")) path.replace(0, 1, home());
  if (!path.starts_with('/')) path.insert(0, cwd() + "/");
  std::vector<std::string_view> parts;
  const std::string_view text = path;
  for (std::size_t at = 1; at <= text.size();) {
    const std::size_t slash = std::min(text.find('/', at), text.size());
    const std::string_view part = text.substr(at, slash - at);
    if (part == ".." && !parts.empty()) parts.pop_back();
    if (!part.empty() && part != "." && part != "..") parts.push_back(part);
    at = slash + 1;
  }
  std::string out;
  for (const auto part : parts) out.append("/").append(part);
  return out.empty() ? "/" : out;
}

Object ExampleFacts::object(const std::string& operand, LastLink /*last*/) {
  Object object;
  object.path = canonical(operand);
  object.type = type_by_name(object.path);
  object.path_class = classifier_.classify(object.path, object.type);
  object.recoverability = Recoverability::kPrecious;
  object.permissions = 0644;
  return object;
}

// Home, workspace and what anybody may write to are the user's. A bare word is no file here.
Changeable ExampleFacts::changeable(const std::string& operand) {
  const bool bare = operand.find('/') == std::string::npos && !operand.starts_with('.');
  return bare ? Changeable::kOnceMade : changeable_by_place(operand);
}

Changeable ExampleFacts::changeable_by_place(const std::string& operand) {
  const Object named = object(operand, LastLink::kFollowed);
  const bool his = below(named.path, home()) || named.path_class == PathClass::kTmp;
  if (!his) return Changeable::kNot;
  return named.type == ObjectType::kMissing ? Changeable::kOnceMade : Changeable::kNow;
}

Effect ExampleFacts::walk(const std::vector<std::string>& operands, Extent /*extent*/,
                          const EachObject& each) {
  Effect effect;
  for (const auto& operand : operands) {
    effect.operands.push_back({operand, object(operand, LastLink::kKept), 1});
    if (each) each(effect.operands.back().object);
    effect.names.push_back(operand);
  }
  effect.files = operands.size();
  effect.preexisting = operands.size();
  return effect;
}

bool ExampleFacts::from_wildcard(const std::vector<std::string>& operands) {
  return std::any_of(operands.begin(), operands.end(), [](const auto& operand) {
    return operand.find_first_of("*?[") != std::string::npos;
  });
}

bool ExampleFacts::is_list(const std::vector<std::string>& operands) {
  return operands.size() > size_limit("operands.named");
}

std::uint64_t ExampleFacts::free_bytes(const std::string& /*operand*/) {
  constexpr std::uint64_t kTerabyte = 1'000'000'000'000;
  return kTerabyte;
}

}  // namespace guard::policy
