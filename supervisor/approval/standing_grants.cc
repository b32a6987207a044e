// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/standing_grants.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

#include "base/clock.h"
#include "base/text/text.h"
#include "policy/load/yaml_loader.h"

namespace guard::supervisor {
namespace {

using policy::Node;
using policy::NodeKind;

constexpr const char* kHead =
    "# Made by guard: answers that were given with scope `always`. To see them and take them\n"
    "# back: guard policy grants. A line that is changed by hand must still load.\n";
constexpr std::size_t kShortestPrefix = 4;

// Texts are safe for a terminal already; in single quotes only a quote needs care.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : safe_text(text)) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

std::string text_of(const StandingGrant& standing) {
  const Grant& grant = standing.grant;
  std::string categories;
  for (const policy::Category category : grant.categories)
    categories += std::string(categories.empty() ? "" : ", ") + policy::name_of(category);
  return "- id: " + quoted(grant.id) + "\n  pattern: " + quoted(grant.pattern) +
         (grant.kind.empty() ? "" : "\n  kind: " + quoted(grant.kind)) +
         (grant.place.empty() ? "" : "\n  place: " + quoted(grant.place)) +
         (grant.inode == 0 ? "" : "\n  inode: " + quoted(std::to_string(grant.inode))) +
         "\n  workspace: " + quoted(standing.workspace) +
         (standing.folder.empty() ? "" : "\n  folder: " + quoted(standing.folder)) +
         "\n  categories: [" + categories + "]\n  approval: " + quoted(grant.approval_id) +
         "\n  by: " + quoted(grant.by) + "\n  since: " + quoted(standing.since) + "\n";
}

std::string text_of(const std::vector<StandingGrant>& all) {
  if (all.empty()) return "";
  std::string text = kHead;
  for (const StandingGrant& standing : all) text += text_of(standing);
  return text;
}

Result<std::string> required(const Node& item, const char* key) {
  const auto found = item.find(key);
  if (found && found->kind() == NodeKind::kText && !found->text().empty())
    return std::string(found->text());
  return forward(item.fault(std::string("a grant needs `") + key + "`"));
}

Result<std::vector<policy::Category>> categories_in(const Node& item) {
  std::vector<policy::Category> categories;
  const auto list = item.find("categories");
  if (!list || list->kind() != NodeKind::kList)
    return forward(item.fault("a grant needs `categories`, a list"));
  for (const Node& name : list->children()) {
    const auto category = policy::category_named(name.text());
    if (!category) return forward(name.fault("\"" + safe_text(name.text()) + "\" is no category"));
    categories.push_back(*category);
  }
  return categories;
}

Result<StandingGrant> read_grant(const Node& item) {
  if (item.kind() != NodeKind::kMap) return forward(item.fault("is no grant"));
  StandingGrant standing;
  const std::pair<const char*, std::string*> kTexts[] = {
      {"id", &standing.grant.id},         {"pattern", &standing.grant.pattern},
      {"workspace", &standing.workspace}, {"approval", &standing.grant.approval_id},
      {"by", &standing.grant.by},         {"since", &standing.since}};
  for (const auto& [key, text] : kTexts) {
    auto value = required(item, key);
    if (!value) return forward(value.error());
    *text = std::move(*value);
  }
  const std::pair<const char*, std::string*> kOptional[] = {{"kind", &standing.grant.kind},
                                                            {"place", &standing.grant.place},
                                                            {"folder", &standing.folder}};
  for (const auto& [key, text] : kOptional) {
    if (!item.find(key)) continue;
    auto value = required(item, key);
    if (!value) return forward(value.error());
    *text = std::move(*value);
  }
  if (item.find("inode")) {
    const auto inode = required(item, "inode");
    if (!inode) return forward(inode.error());
    const char* const end = inode->data() + inode->size();
    const auto read = std::from_chars(inode->data(), end, standing.grant.inode);
    if (read.ec != std::errc() || read.ptr != end)
      return forward(item.fault("`inode` is a number"));
  }
  auto categories = categories_in(item);
  if (!categories) return forward(categories.error());
  standing.grant.categories = std::move(*categories);
  standing.grant.scope = Scope::kAlways;
  return standing;
}

Result<std::vector<StandingGrant>> parse(const std::string& text, const std::string& name) {
  std::vector<StandingGrant> all;
  if (text.empty()) return all;
  const auto document = policy::read_document(name, text);
  if (!document) return forward(document.error());
  const auto view = document->view();
  const Node root(view);
  if (root.kind() == NodeKind::kNull) return all;
  if (root.kind() != NodeKind::kList) return forward(root.fault("must be a list of grants"));
  for (const Node& item : root.children()) {
    auto standing = read_grant(item);
    if (!standing) return forward(standing.error());
    all.push_back(std::move(*standing));
  }
  return all;
}

// Over what the file says by then.
Result<void> change(const OwnFile& file,
                    const std::function<Result<void>(std::vector<StandingGrant>&)>& change) {
  return file.change([&](const std::string& before) -> Result<std::string> {
    auto all = parse(before, file.path());
    if (!all) return forward(all.error());
    if (auto changed = change(*all); !changed) return forward(changed.error());
    return text_of(*all);
  });
}

// Another folder may lie at the path tomorrow. The number of a device is not the same after every
// start of the machine, so it is no part of it; a number of a file that is given anew comes with
// another birth.
std::string identity_of(const std::string& folder) {
  struct statx status {};
  if (::statx(AT_FDCWD, folder.c_str(), 0, STATX_INO | STATX_BTIME, &status) != 0) return {};
  std::string identity = std::to_string(status.stx_ino);
  if ((status.stx_mask & STATX_BTIME) != 0)
    identity += " " + std::to_string(status.stx_btime.tv_sec) + "." +
                std::to_string(status.stx_btime.tv_nsec);
  return identity;
}

Result<void> no_such(const std::string& id) {
  return fail(Code::kNotFound, "no grant '" + safe_text(id) + "'");
}

}  // namespace

StandingGrants::StandingGrants(std::string path, std::string workspace)
    : file_(std::move(path)), workspace_(std::move(workspace)), folder_(identity_of(workspace_)) {}

std::vector<Grant> StandingGrants::here() {
  const std::lock_guard lock(mutex_);
  const std::string stamp = file_.stamp();
  if (stamp == stamp_) return grants_;
  // Before it is read: what is written meanwhile has another one.
  stamp_ = stamp;
  grants_.clear();
  const auto all = read_standing_grants(file_);
  if (!all) return {};
  for (const StandingGrant& standing : *all)
    if (standing.workspace == workspace_ && !folder_.empty() && standing.folder == folder_)
      grants_.push_back(standing.grant);
  return grants_;
}

Result<void> StandingGrants::add(const Grant& grant) {
  if (folder_.empty())
    return fail(Code::kInvalid, "the workspace cannot be looked at: nothing is remembered for it");
  const auto now = iso_time(std::chrono::system_clock::now());
  return change(file_, [&](std::vector<StandingGrant>& all) -> Result<void> {
    all.push_back({grant, workspace_, folder_, now});
    return {};
  });
}

Result<Grant> StandingGrants::revoke(const std::string& id) {
  Grant gone;
  const auto changed = change(file_, [&](std::vector<StandingGrant>& all) -> Result<void> {
    const auto found = std::ranges::find_if(all, [&](const StandingGrant& standing) {
      return standing.grant.id == id && standing.workspace == workspace_;
    });
    if (found == all.end()) return no_such(id);
    gone = found->grant;
    all.erase(found);
    return {};
  });
  if (!changed) return forward(changed.error());
  return gone;
}

Result<std::vector<StandingGrant>> read_standing_grants(const OwnFile& file) {
  const auto text = file.read();
  if (!text) return forward(text.error());
  return parse(*text, file.path());
}

Result<StandingGrant> revoke_standing_grant(const OwnFile& file, const std::string& id_or_prefix) {
  StandingGrant gone;
  const auto fits = [&](const StandingGrant& standing) {
    return id_or_prefix.size() >= kShortestPrefix && standing.grant.id.starts_with(id_or_prefix);
  };
  const auto changed = change(file, [&](std::vector<StandingGrant>& all) -> Result<void> {
    const auto count = std::ranges::count_if(all, fits);
    if (count == 0) return no_such(id_or_prefix);
    if (count > 1)
      return fail(Code::kInvalid,
                  "'" + safe_text(id_or_prefix) + "' fits " + std::to_string(count) + " grants");
    gone = *std::ranges::find_if(all, fits);
    std::erase_if(all, fits);
    return {};
  });
  if (!changed) return forward(changed.error());
  return gone;
}

}  // namespace guard::supervisor
