// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/held_layer.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "supervisor/source/held_release.h"
#include "supervisor/source/policy_source.h"

namespace guard::supervisor {
namespace {

constexpr const char* kSeeStatus = " (guard policy status)";

std::string note_on(const HeldRelease& held, const PolicySource& source, TimePoint now) {
  const std::string number = "policy release " + std::to_string(held.release.number);
  const std::string expired = expiry_text(held.release, now);
  if (!expired.empty()) return "policy " + expired + ", and still holds" + kSeeStatus;
  const bool is_listed =
      std::ranges::find(source.keys, held.key, &PublicKey::id) != source.keys.end();
  if (is_listed) return "";
  return number + " is signed by a key that is no longer listed, and still holds" + kSeeStatus;
}

}  // namespace

std::string expiry_text(const policy::Release& release, TimePoint now) {
  const auto expires = parse_iso_time(release.expires);
  if (release.expires.empty() || (expires && now < *expires)) return "";
  return "release " + std::to_string(release.number) + " expired on " + safe_text(release.expires);
}

Result<HeldLayer> held_layer(const SourcePlaces& places, TimePoint now) {
  const auto source = read_source(places);
  if (!source) return forward(source.error().during("policy source"));
  if (!*source) return HeldLayer();
  auto held = read_held(places);
  if (!held) return forward(held.error().during("policy source"));
  const std::string from = text_of(**source);
  if (!*held) {
    const std::string none = "no policy release of " + from + " was ever good";
    if ((*source)->required)
      return fail(Code::kRefused, none + ", and " + safe_text(places.description) +
                                      " requires one: guard policy fetch, as root, says why");
    return HeldLayer{.note = none + ": the other policies hold alone" + kSeeStatus};
  }
  const std::string expired = expiry_text((*held)->release, now);
  if ((*source)->required && !expired.empty())
    return fail(Code::kRefused, "policy " + expired + ", and " + safe_text(places.description) +
                                    " requires one that holds: guard policy fetch, as root");
  HeldLayer layer;
  layer.note = note_on(**held, **source, now);
  layer.release = (*held)->release;
  layer.release.sha256 = (*held)->sha256;
  layer.release.signer = (*held)->key;
  layer.file = policy::PolicyFile{
      .name = (*held)->path, .text = std::move((*held)->text), .is_release = true};
  return layer;
}

}  // namespace guard::supervisor
