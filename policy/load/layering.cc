// SPDX-License-Identifier: Apache-2.0
// load_policy: which documents, in which order, and what only the whole can tell.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <set>

#include "policy/load/compiled_packs.h"
#include "policy/load/examples.h"
#include "policy/load/layers.h"
#include "policy/load/rules_hold.h"
#include "policy/load/schema.h"
#include "policy/load/yaml_loader.h"
#include "policy/model/spec_table.h"
#include "policy/text/scalars.h"
#include "policy/text/text_digest.h"

namespace guard::policy {
namespace {

constexpr std::string_view kAlways = "default";
constexpr std::string_view kCommands = "commands/";
constexpr std::string_view kProfiles = "profiles/";

// A file of profiles is for them alone: who copies one takes over nothing else.
Result<void> check_only_profiles(const Node& root) {
  const auto members = root.children();
  for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
    if (members[i].text() == "version") continue;
    if (members[i].text() != "profiles")
      return forward(members[i].fault(std::string(members[i].text()) +
                                      ": a file of profiles has `version` and `profiles` alone"));
    if (!members[i + 1].children().empty()) return {};
  }
  return forward(root.fault("a file of profiles needs one under `profiles`"));
}

class Loading {
 public:
  explicit Loading(Examples of_built_in) : of_built_in_(of_built_in) {}

  Result<void> add_built_in() {
    for (const auto& pack : compiled_packs()) {
      const bool always = pack.name == kAlways || pack.name.starts_with(kCommands) ||
                          pack.name.starts_with(kProfiles);
      if (!always) continue;
      if (auto added = add_pack(pack, {.built_in = true}); !added) return added;
    }
    return {};
  }

  Result<void> add_file(const PolicyFile& file) {
    const CompiledPack* pack = find_pack(file.name);
    if (pack != nullptr && pack->source == file.text)
      return add_pack(*pack, {.trust = file.trust, .built_in = true});
    auto document = read_document(file.name, file.text);
    if (!document) return forward(document.error());
    documents_.push_back(std::move(*document));
    views_.push_back(documents_.back().view());
    if (file.only_profiles) {
      const Node root(views_.back());
      if (auto checked = check_document(root); !checked) return checked;
      if (auto checked = check_only_profiles(root); !checked) return checked;
    }
    if (file.was_trusted && file.trust == FileTrust::kTrusted) trusted_.push_back(file.name);
    if (file.was_trusted && file.trust == FileTrust::kMayOnlyTighten) changed_.push_back(file.name);
    if (auto checked = check_document(Node(views_.back())); !checked) return checked;
    return add_document(
        views_.back(), file.name, digest_of(file.text),
        {.trust = file.trust, .of_project = file.was_trusted, .is_release = file.is_release},
        Examples::kRead);
  }

  [[nodiscard]] std::size_t command_count() const { return layers_.policy().commands.size(); }
  [[nodiscard]] const std::vector<std::string>& hosts_at() const { return layers_.hosts_at(); }

  Result<Policy> finish() {
    Policy policy = layers_.take();
    // Whatever files say of the environment: what signs for guard is no business of the tree.
    if (policy.alerts.webhook && !policy.alerts.webhook->secret_env.empty())
      policy.environment.push_back({policy.alerts.webhook->secret_env, false});
    policy.files = std::move(files_);
    policy.trusted = std::move(trusted_);
    for (const auto& name : changed_)
      policy.not_applied.push_back(name +
                                   ": has changed since it was trusted (guard policy trust)");
    char hex[17];
    std::snprintf(hex, sizeof(hex), "%016llx", static_cast<unsigned long long>(hash_));
    policy.hash = hex;
    return policy;
  }

 private:
  static const CompiledPack* find_pack(std::string_view name) {
    const auto packs = compiled_packs();
    const auto found = std::ranges::find(packs, name, &CompiledPack::name);
    return found == packs.end() ? nullptr : &*found;
  }

  Result<void> add_pack(const CompiledPack& pack, Layers::Origin origin) {
    if (!added_.insert(std::string(pack.name)).second) return {};
    return add_document(pack.document, std::string(pack.name), pack.digest, origin, of_built_in_);
  }

  // Adds a document that is checked.
  Result<void> add_document(const DocumentView& view, const std::string& name, std::uint64_t digest,
                            Layers::Origin origin, Examples examples) {
    const Node root(view);
    for (const auto& item : items_of(root, "extends")) {
      if (auto added = add_extended(item, origin); !added) return added;
    }
    hash_ = digest_of(name, hash_) ^ digest;
    files_.push_back(name);
    return layers_.add(root, origin, examples);
  }

  // A pack that a file extends stands below the file and is trusted no more than it.
  Result<void> add_extended(const Node& item, Layers::Origin origin) {
    const CompiledPack* pack = find_pack(item.text());
    if (pack != nullptr) {
      origin.built_in = true;
      return add_pack(*pack, origin);
    }
    std::vector<std::string_view> names;
    for (const auto& known : compiled_packs()) {
      if (known.name.find('/') == std::string_view::npos) names.push_back(known.name);
    }
    std::string message =
        "extends: no built-in pack is called \"" + std::string(item.text()) + "\"";
    const auto nearest = nearest_of(item.text(), names);
    if (!nearest.empty()) message += "; did you mean \"" + std::string(nearest) + "\"?";
    return forward(item.fault(message));
  }

  Layers layers_;
  std::deque<Document> documents_;  // never moved: nodes refer into them
  std::deque<DocumentView> views_;
  std::set<std::string> added_;
  std::vector<std::string> files_;
  std::vector<std::string> trusted_;
  std::vector<std::string> changed_;  // trusted once, with another content
  std::uint64_t hash_ = kEmptyDigest;
  Examples of_built_in_;
};

}  // namespace

std::vector<PolicyFile> built_in_packs() {
  std::vector<PolicyFile> files;
  for (const auto& pack : compiled_packs()) {
    files.push_back({std::string(pack.name), std::string(pack.source)});
  }
  return files;
}

Result<Policy> load_policy(const std::vector<PolicyFile>& layers, Examples of_built_in) {
  Loading loading(of_built_in);
  if (auto added = loading.add_built_in(); !added) return forward(added.error());
  const std::size_t built_in_commands = loading.command_count();
  for (const auto& layer : layers) {
    if (auto added = loading.add_file(layer); !added) return forward(added.error());
  }
  auto policy = loading.finish();
  policy->specs = std::make_shared<const SpecTable>(policy->commands);
  if (auto checked = check_rules_hold(*policy, loading.hosts_at()); !checked)
    return forward(checked.error());
  // The examples of the built-in packs are checked by the tests.
  if (auto checked = check_examples(*policy, built_in_commands); !checked) {
    return forward(checked.error());
  }
  return policy;
}

}  // namespace guard::policy
