// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/policy_source.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.h"
#include "policy/load/schema.h"
#include "policy/load/yaml_loader.h"
#include "policy/network/web_address.h"
#include "policy/text/document.h"
#include "supervisor/source/trusted_file.h"

namespace guard::supervisor {
namespace {

using policy::KeyRow;
using policy::Node;
using policy::TextForm;
using policy::ValueKind;

constexpr std::size_t kMostBytes = 64 * 1024;

const policy::SectionRow& source_section() {
  static const policy::SectionRow section = {
      "source",
      "Where this machine's policy comes from.",
      {KeyRow{.name = "version",
              .kind = ValueKind::kInteger,
              .doc = "of this file",
              .least = 1,
              .most = 1},
       KeyRow{.name = "https", .doc = "an address", .form = TextForm::kUrl},
       KeyRow{.name = "git", .doc = "the folder of a repository", .form = TextForm::kFolder},
       KeyRow{.name = "branch", .doc = "of the repository"},
       KeyRow{.name = "path", .doc = "of the file in the repository"},
       KeyRow{.name = "file", .doc = "a file", .form = TextForm::kFolder},
       KeyRow{.name = "keys",
              .kind = ValueKind::kTextList,
              .doc = "who may sign",
              .required = true,
              .never_empty = true},
       KeyRow{.name = "ca_file", .doc = "authorities of https", .form = TextForm::kFolder},
       KeyRow{.name = "headers_file", .doc = "headers of https", .form = TextForm::kFolder},
       KeyRow{.name = "required", .kind = ValueKind::kBool, .doc = "no session without"}}};
  return section;
}

// Each kind by its key, and the keys that it may have beside that.
struct KindRow {
  SourceKind kind;
  std::string_view key;
  std::array<std::string_view, 2> others;
};
constexpr std::array kKinds = {
    KindRow{SourceKind::kHttps, "https", {"ca_file", "headers_file"}},
    KindRow{SourceKind::kGit, "git", {"branch", "path"}},
    KindRow{SourceKind::kFile, "file", {}},
};

Result<KindRow> kind_of(const Node& root) {
  const KindRow* found = nullptr;
  for (const KindRow& row : kKinds) {
    if (!root.find(row.key)) continue;
    if (found != nullptr)
      return forward(root.find_key(row.key)->fault(
          "a machine has one source: " + std::string(found->key) + " is there already"));
    found = &row;
  }
  if (found == nullptr) return forward(root.fault("the source is missing: https, git or file"));
  for (const KindRow& row : kKinds)
    for (const std::string_view key : row.others)
      if (row.kind != found->kind && !key.empty() && root.find(key))
        return forward(
            root.find_key(key)->fault(std::string(key) + ": only for " + std::string(row.key)));
  return *found;
}

Result<void> check_whole_path(const Node& root, std::string_view key) {
  const auto value = root.find(key);
  if (!value || value->text().starts_with('/')) return {};
  return forward(value->fault(std::string(key) + ": write the whole path (/...)"));
}

Result<void> check_address(const Node& value) {
  const auto address = policy::parse_web_address(value.text());
  if (!address) return forward(value.fault("https: " + address.error().context));
  if (!address->tls) return forward(value.fault("https: only https:// is read"));
  return {};
}

Result<std::vector<PublicKey>> read_keys(const Node& root) {
  const Node list = *root.find("keys");
  std::vector<PublicKey> keys;
  for (const Node& item : policy::items_of(root, "keys")) {
    auto key = read_public_key(item.text());
    if (!key) return forward(item.fault("keys: " + key.error().context));
    keys.push_back(std::move(*key));
  }
  if (keys.empty()) return forward(list.fault("keys: name at least one"));
  return keys;
}

bool leads_up(std::string_view path) {
  return path.starts_with('/') || path == ".." || path.starts_with("../") ||
         path.find("/../") != std::string_view::npos || path.ends_with("/..");
}

Result<PolicySource> source_in(const Node& root) {
  if (auto sound = policy::check_section(root, source_section()); !sound)
    return forward(sound.error());
  const auto row = kind_of(root);
  if (!row) return forward(row.error());
  for (const std::string_view key : {"git", "file", "ca_file", "headers_file"})
    if (auto sound = check_whole_path(root, key); !sound) return forward(sound.error());
  if (row->kind == SourceKind::kHttps)
    if (auto sound = check_address(*root.find("https")); !sound) return forward(sound.error());
  auto keys = read_keys(root);
  if (!keys) return forward(keys.error());
  PolicySource source{.kind = row->kind,
                      .where = policy::text_of(root, row->key),
                      .branch = policy::text_of(root, "branch"),
                      .path = policy::text_of(root, "path"),
                      .keys = std::move(*keys),
                      .ca_file = policy::text_of(root, "ca_file"),
                      .headers_file = policy::text_of(root, "headers_file"),
                      .required = policy::bool_of(root, "required").value_or(false)};
  if (source.path.empty()) source.path = "policy.yaml";
  if (leads_up(source.path))
    return forward(root.find("path")->fault("path: must lie in the repository"));
  return source;
}

}  // namespace

Result<PolicySource> parse_source(const std::string& name, const std::string& text) {
  const auto document = policy::read_document(name, text);
  if (!document) return forward(document.error());
  const policy::DocumentView view = document->view();
  const Node root(view);
  if (root.kind() != policy::NodeKind::kMap)
    return forward(root.fault("write keys and values: file: /mnt/policy.yaml"));
  return source_in(root);
}

Result<std::optional<PolicySource>> read_source(const SourcePlaces& places) {
  const auto text = read_trusted({places.description, places.owner}, kMostBytes);
  if (!text) return forward(text.error());
  if (!*text) return std::nullopt;
  auto source = parse_source(places.description, **text);
  if (!source) return forward(source.error());
  return std::optional(std::move(*source));
}

std::string text_of(const PolicySource& source) {
  if (source.kind == SourceKind::kFile) return safe_text(source.where);
  if (source.kind == SourceKind::kGit)
    return "git " + safe_text(source.where) +
           (source.branch.empty() ? "" : " (" + safe_text(source.branch) + ")");
  const auto address = policy::parse_web_address(source.where);
  return address ? policy::origin_of(*address) : "https";
}

}  // namespace guard::supervisor
