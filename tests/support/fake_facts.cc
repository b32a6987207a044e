// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_facts.h"

#include <array>

#include "base/limits.h"
#include "policy/paths/path_names.h"

namespace guard::policy {

FakeFacts::FakeFacts() {
  for (const char* folder : {"/", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/tmp", "/usr",
                             "/var", "/home/user", "/home/user/project"}) {
    entries_[folder] = {ObjectType::kDirectory, Recoverability::kPrecious, 0};
  }
  entries_["/dev/null"] = {ObjectType::kCharDevice, Recoverability::kPrecious, 0};
  entries_["/dev/sda"] = {ObjectType::kBlockDevice, Recoverability::kPrecious, 0};
}

void FakeFacts::add(const std::string& name, Recoverability recoverability, ObjectType type,
                    std::uint64_t bytes) {
  const std::string path = canonical(name);
  entries_[path] = {type, recoverability, bytes};
  for (std::size_t slash = path.rfind('/'); slash != 0 && slash != std::string::npos;
       slash = path.rfind('/', slash - 1)) {
    const Entry folder = {ObjectType::kDirectory, recoverability, 0};
    entries_.try_emplace(path.substr(0, slash), folder);
  }
}

void FakeFacts::add_folder(const std::string& name, Recoverability recoverability) {
  add(name, recoverability, ObjectType::kDirectory, 0);
}

Object FakeFacts::object(const std::string& operand, LastLink /*last*/) {
  Object object;
  object.path = canonical(operand);
  const auto entry = entries_.find(object.path);
  const bool there = entry != entries_.end();
  object.type = there ? entry->second.type : ObjectType::kMissing;
  object.recoverability = there ? entry->second.recoverability : Recoverability::kNothing;
  object.bytes = there ? entry->second.bytes : 0;
  object.path_class = classifier().classify(object.path, object.type);
  const std::uint32_t usual = object.type == ObjectType::kDirectory ? 0755 : 0644;
  const bool set = there && entry->second.permissions != 0;
  object.permissions = set ? entry->second.permissions : usual;
  return object;
}

void FakeFacts::set_permissions(const std::string& name, std::uint32_t permissions) {
  entries_[canonical(name)].permissions = permissions;
}

void FakeFacts::count(Effect& effect, EffectOperand& operand, const std::string& path,
                      const Entry& entry) {
  const bool folder = entry.type == ObjectType::kDirectory;
  (folder ? effect.directories : effect.files) += 1;
  if (!folder) ++operand.files;
  effect.bytes += entry.bytes;
  if (entry.recoverability == Recoverability::kBorn) {
    ++effect.born;
  } else if (entry.recoverability == Recoverability::kBuilt) {
    ++effect.built;
  } else {
    ++effect.preexisting;
  }
  const PathClass path_class = classifier().classify(path, entry.type);
  if (path_class == PathClass::kSecret) ++effect.secrets;
  if (path_class == PathClass::kVcs) ++effect.vcs;
  effect.names.push_back(path);
}

Effect FakeFacts::walk(const std::vector<std::string>& operands, Extent extent,
                       const EachObject& each) {
  last_walk_ = operands;
  Effect effect;
  effect.complete = complete_;
  for (const auto& word : operands) {
    EffectOperand operand{word, object(word, LastLink::kKept), 0};
    for (const auto& [path, entry] : entries_) {
      const bool inside = below(path, operand.object.path).has_value();
      const bool itself = path == operand.object.path;
      if (!itself && !(inside && extent == Extent::kAllBelow)) continue;
      count(effect, operand, path, entry);
      if (each) each(object(path, LastLink::kKept));
    }
    effect.operands.push_back(operand);
  }
  return effect;
}

bool FakeFacts::from_wildcard(const std::vector<std::string>& /*operands*/) {
  return wildcard_;
}

bool FakeFacts::is_list(const std::vector<std::string>& operands) {
  return operands.size() > size_limit("operands.named");
}

}  // namespace guard::policy
