// SPDX-License-Identifier: Apache-2.0
#include "console/policy/release_status.h"

#include <utility>

#include "base/text/text.h"
#include "supervisor/source/detached_signature.h"
#include "supervisor/source/held_layer.h"
#include "supervisor/source/machine_share.h"

namespace guard::console {
namespace {

using supervisor::HeldRelease;
using supervisor::PolicySource;

// By the keys of today: one that was taken out of the list no longer vouches for it.
std::string signature_of(const supervisor::SourcePlaces& places, const PolicySource& source,
                         const HeldRelease& held) {
  const auto signature = supervisor::held_signature(places, held.release.number);
  if (!signature) return signature.error().text();
  const auto signer = supervisor::signer_of(held.text, *signature, source.keys);
  return signer ? "good" : signer.error().text();
}

std::string row(const std::string& name, const std::string& text) {
  constexpr std::size_t kColumn = 11;
  std::string line = name;
  line.resize(kColumn, ' ');
  return line + text + "\n";
}

std::string keys_text(const PolicySource& source) {
  std::string text;
  for (const auto& key : source.keys)
    text += row(text.empty() ? "keys" : "",
                key.id + (key.comment.empty() ? "" : " " + safe_text(key.comment)));
  return text;
}

std::string held_text(const ReleaseStatus& status) {
  if (!status.fault.empty()) return row("holds", "not known: " + safe_text(status.fault));
  if (!status.held)
    return row("holds",
               std::string("no release: the built-in policy, the machine's and the user's ") +
                   (status.source->required ? "would, but the source requires one" : "hold alone"));
  const HeldRelease& held = *status.held;
  std::string text =
      row("holds", "release " + std::to_string(held.release.number) + ", since " + held.adopted);
  if (!held.release.expires.empty())
    text += row("expires", safe_text(held.release.expires) +
                               (status.expired.empty()
                                    ? ""
                                    : ", which is over" + std::string(status.source->required
                                                                          ? ": no session starts"
                                                                          : "; it still holds")));
  return text + row("signed by", safe_text(held.key)) +
         row("signature", safe_text(status.signature)) + row("file", safe_text(held.path));
}

}  // namespace

Result<ReleaseStatus> release_status(const supervisor::SourcePlaces& places, TimePoint now) {
  ReleaseStatus status;
  status.places = places;
  auto source = supervisor::read_source(places);
  if (!source) return forward(source.error());
  status.source = std::move(*source);
  if (!status.source) return status;
  status.tried = supervisor::read_last_try(places);
  if (const auto place = supervisor::share_place_here(places.machine_id))
    status.share_place = *place;
  auto held = supervisor::read_held(places);
  if (!held) {
    status.fault = held.error().text();
    return status;
  }
  status.held = std::move(*held);
  if (!status.held) return status;
  status.signature = signature_of(places, *status.source, *status.held);
  status.expired = supervisor::expiry_text(status.held->release, now);
  return status;
}

bool is_well(const ReleaseStatus& status) {
  return status.held && status.fault.empty() && status.expired.empty() &&
         status.signature == "good";
}

std::string status_text(const ReleaseStatus& status) {
  if (!status.source)
    return "this machine has no policy source: " + safe_text(status.places.description) +
           " is not there (docs/policy_source.md)\n";
  std::string text = row("source", supervisor::text_of(*status.source)) +
                     keys_text(*status.source) + held_text(status);
  if (status.share_place >= 0)
    text += row("share", "this machine takes releases with a share above " +
                             std::to_string(status.share_place) + " %");
  text += row("last try", status.tried.at.empty()
                              ? "never: guard policy fetch, as root"
                              : status.tried.at + ": " + safe_text(status.tried.text));
  return text;
}

nlohmann::ordered_json status_json(const ReleaseStatus& status) {
  using Json = nlohmann::ordered_json;
  Json told = {{"well", is_well(status)}, {"source", nullptr}, {"held", nullptr}};
  if (!status.source) return told;
  Json keys = Json::array();
  for (const auto& key : status.source->keys) keys.push_back(key.id);
  told["source"] = supervisor::text_of(*status.source);
  told["required"] = status.source->required;
  told["keys"] = std::move(keys);
  if (status.held) {
    const HeldRelease& held = *status.held;
    told["held"] = {{"release", held.release.number},
                    {"sha256", held.sha256},
                    {"signer", held.key},
                    {"signature", status.signature},
                    {"expires", held.release.expires},
                    {"expired", !status.expired.empty()},
                    {"since", held.adopted},
                    {"file", held.path}};
  }
  told["fault"] = status.fault;
  told["share_place"] = status.share_place;
  told["last_try"] = {{"at", status.tried.at},
                      {"outcome", status.tried.outcome},
                      {"release", status.tried.number},
                      {"text", status.tried.text}};
  return told;
}

}  // namespace guard::console
