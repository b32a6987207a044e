// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/release_fetch.h"

#include <optional>
#include <utility>

#include "base/text/text.h"
#include "policy/load/yaml_loader.h"
#include "supervisor/audit/record/digest.h"
#include "supervisor/source/detached_signature.h"
#include "supervisor/source/held_layer.h"
#include "supervisor/source/held_release.h"
#include "supervisor/source/machine_share.h"
#include "supervisor/source/release_texts.h"

namespace guard::supervisor {
namespace {

std::string called(int number) {
  return "release " + std::to_string(number);
}

// A release with this signature, in full.
struct Candidate {
  policy::Release release;
  std::string text;
  std::string signature;
  std::string sha256;
  PublicKey signer;
};

Result<Candidate> read_candidate(const PolicySource& source, ReleaseTexts texts) {
  auto signer = signer_of(texts.policy, texts.signature, source.keys);
  if (!signer) return forward(signer.error());
  auto release = release_in("policy of " + text_of(source), texts.policy);
  if (!release) return forward(release.error());
  std::string sha256 = sha256_hex(texts.policy);
  return Candidate{std::move(*release), std::move(texts.policy), std::move(texts.signature),
                   std::move(sha256), std::move(*signer)};
}

// A smaller number is an older policy, which somebody who can withhold newer ones may send again.
Result<void> check_order(const Candidate& found, const std::optional<HeldRelease>& held) {
  if (!held || found.release.number > held->release.number) return {};
  if (found.release.number < held->release.number)
    return fail(Code::kRefused, called(found.release.number) + " is older than " +
                                    called(held->release.number) + ", which holds");
  return fail(Code::kRefused, called(found.release.number) +
                                  " is another text than the one that holds under this number: a "
                                  "new text needs a new number");
}

class Fetching {
 public:
  Fetching(const SourcePlaces& places, PolicySource source, const FitsHere& fits, TimePoint now)
      : places_(places), source_(std::move(source)), fits_(fits), now_(now) {}

  Result<FetchEnd> run() {
    auto held = read_held(places_);
    if (!held) return forward(held.error());
    held_ = std::move(*held);
    tried_ = read_last_try(places_);
    auto end = ended();
    note(end);
    return end;
  }

 private:
  // The ETag of another source, or of a release that was not taken, says nothing here.
  [[nodiscard]] std::string known_etag() const {
    const bool counts = tried_.source == text_of(source_) && tried_.outcome != "failed" && held_;
    return counts ? tried_.etag : "";
  }

  Result<FetchEnd> ended() {
    auto texts = texts_of(source_, known_etag());
    if (!texts) return forward(texts.error().during(text_of(source_)));
    if (texts->unchanged) return unchanged();
    etag_ = texts->etag;
    auto found = read_candidate(source_, std::move(*texts));
    if (!found) return forward(found.error());
    number_ = found->release.number;
    if (held_ && found->sha256 == held_->sha256)
      return FetchEnd{Fetched::kSame, number_, called(number_) + " holds, and is the newest"};
    return judged(*found);
  }

  // As the server has it, it was looked at before.
  [[nodiscard]] FetchEnd unchanged() {
    etag_ = tried_.etag;
    number_ = tried_.number;
    const bool waits = tried_.outcome == name_of(Fetched::kWaits);
    return {waits ? Fetched::kWaits : Fetched::kSame, number_,
            waits ? tried_.text : called(number_) + " holds, and is the newest"};
  }

  Result<FetchEnd> judged(const Candidate& found) {
    if (auto right = check_order(found, held_); !right) return forward(right.error());
    if (const std::string expired = expiry_text(found.release, now_); !expired.empty())
      return fail(Code::kRefused, expired);
    const policy::PolicyFile file{.name = called(number_), .text = found.text, .is_release = true};
    if (auto loads = fits_(file); !loads)
      return forward(loads.error().during(called(number_) + " does not load on this machine"));
    if (found.release.share < policy::kAllMachines) {
      const auto place = share_place_here(places_.machine_id);
      if (!place) return forward(place.error());
      if (*place >= found.release.share)
        return FetchEnd{Fetched::kWaits, number_,
                        called(number_) + " is for " + std::to_string(found.release.share) +
                            " % of the machines, and this one is not among them"};
    }
    return taken(found);
  }

  Result<FetchEnd> taken(const Candidate& found) {
    const HeldRelease held{.release = found.release,
                           .sha256 = found.sha256,
                           .key = found.signer.id,
                           .source = text_of(source_),
                           .adopted = iso_time(now_),
                           .text = found.text};
    if (auto kept = keep_release(places_, held, found.signature); !kept)
      return forward(kept.error());
    return FetchEnd{Fetched::kTaken, number_,
                    called(number_) + " holds from now on, signed by " + found.signer.id};
  }

  void note(const Result<FetchEnd>& end) const {
    LastTry tried{iso_time(now_), "failed", "", number_, etag_, text_of(source_)};
    if (end) tried.outcome = name_of(end->how);
    tried.text = end ? end->text : end.error().text();
    // The policy that holds does not depend on it.
    (void)write_last_try(places_, tried);
  }

  const SourcePlaces& places_;
  const PolicySource source_;
  const FitsHere& fits_;
  TimePoint now_;
  std::optional<HeldRelease> held_;
  LastTry tried_;
  std::string etag_;
  int number_ = 0;
};

}  // namespace

const char* name_of(Fetched fetched) {
  if (fetched == Fetched::kTaken) return "taken";
  return fetched == Fetched::kSame ? "same" : "waits";
}

Result<policy::Release> release_in(const std::string& name, const std::string& text) {
  const auto loaded = policy::load_policy({{.name = name, .text = text, .is_release = true}});
  if (!loaded) return forward(loaded.error());
  if (!loaded->release)
    return fail(Code::kInvalid, name + ":1:1: has no `release` with its number");
  return *loaded->release;
}

Result<FetchEnd> fetch_release(const SourcePlaces& places, const FitsHere& fits, TimePoint now) {
  auto source = read_source(places);
  if (!source) return forward(source.error());
  if (!*source)
    return fail(Code::kNotFound, safe_text(places.description) +
                                     ": is not there, so this machine has no policy source");
  const auto lock = lock_store(places);
  if (!lock) return forward(lock.error());
  return Fetching(places, std::move(**source), fits, now).run();
}

}  // namespace guard::supervisor
