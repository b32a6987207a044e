// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/metadata_facts.h"

#include <sys/sysmacros.h>

#include <array>

#include "interceptor/resolve/metadata_request.h"
#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {
namespace {

using interceptor::HeldCall;
using interceptor::MetadataArguments;
using interceptor::Operation;
using policy::MetadataChange;
using policy::MetadataKind;

void describe_flags(MetadataChange& change, const HeldCall& held) {
  const interceptor::AskedFileFlags asked = interceptor::asked_file_flags(held);
  change.locks = !asked.locks.empty();
  change.flags = change.locks ? asked.locks : "=" + asked.letters;
}

struct KindRow {
  Operation operation;
  MetadataKind kind;
};
constexpr std::array kKinds = {
    KindRow{Operation::kChangeMode, MetadataKind::kMode},
    KindRow{Operation::kChangeOwner, MetadataKind::kOwner},
    KindRow{Operation::kChangeTimes, MetadataKind::kTimes},
    KindRow{Operation::kSetAttribute, MetadataKind::kAttribute},
    KindRow{Operation::kRemoveAttribute, MetadataKind::kAttributeRemoval},
    KindRow{Operation::kChangeFlags, MetadataKind::kFlags}};

}  // namespace

MetadataChange metadata_change_of(const HeldCall& held) {
  const MetadataArguments& given = held.raw.metadata;
  MetadataChange change;
  for (const KindRow& row : kKinds) {
    if (row.operation == held.raw.operation) change.kind = row.kind;
  }
  if (change.kind == MetadataKind::kMode) {
    change.mode = static_cast<std::uint32_t>(held.raw.mode) & 07777U;
    change.same = change.mode == (held.first.status.st_mode & 07777U);
  }
  if (change.kind == MetadataKind::kOwner) {
    if (given.uid != interceptor::kSameId) change.uid = given.uid;
    if (given.gid != interceptor::kSameId) change.gid = given.gid;
    change.same = interceptor::leaves_owner(held);
  }
  change.attribute = given.attribute;
  if (change.kind == MetadataKind::kFlags) describe_flags(change, held);
  return change;
}

void describe_made(const HeldCall& held, policy::Action& action) {
  const bool node = held.raw.operation == Operation::kMakeNode;
  if (!node && held.raw.operation != Operation::kOpen) return;
  const auto mode = static_cast<unsigned>(held.raw.mode);
  action.change.mode = mode & 07777U;
  action.made = node ? type_of_mode(mode) : policy::ObjectType::kFile;
  if (action.made != policy::ObjectType::kCharDevice) return;
  // Overlays mark what was removed with 0:0; null and kin are everybody's.
  const bool whiteout = held.raw.device == 0;
  if (whiteout || is_harmless_device(major(held.raw.device), minor(held.raw.device)))
    action.made = policy::ObjectType::kMissing;
}

}  // namespace guard::supervisor
