// SPDX-License-Identifier: Apache-2.0
// HeldRelease: the last good policy that a source gave this machine, in files of root's:
//   STORE/release-8.yaml, release-8.sig   as they came
//   STORE/held.json                       which of them holds, with the hash of its text
//   STORE/tried.json                      how the last try to get one went
// The last file that is written makes a release hold, so a crash leaves the one or the other. One
// process at a time changes it, under a lock.
#ifndef GUARD_SUPERVISOR_SOURCE_HELD_RELEASE_H_
#define GUARD_SUPERVISOR_SOURCE_HELD_RELEASE_H_

#include <optional>
#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "policy/model/release.h"
#include "supervisor/source/source_places.h"

namespace guard::supervisor {

struct HeldRelease {
  policy::Release release;
  std::string sha256;   // of its text
  std::string key;      // whose signature it has
  std::string source;   // where it came from, for people
  std::string adopted;  // since when it holds
  std::string path = {};
  std::string text = {};
};

// How the last try went. OUTCOME: "taken" "same" "waits" "failed"; "": nobody tried.
struct LastTry {
  std::string at;
  std::string outcome;
  std::string text;  // one line
  int number = 0;    // of the release that was found; 0: none was read
  std::string etag;
  std::string source;
};

// Nothing: none was ever good. kRefused: files that others could have written, or of which one is
// missing or another than the one that was kept.
[[nodiscard]] Result<std::optional<HeldRelease>> read_held(const SourcePlaces& places);
[[nodiscard]] Result<std::string> held_signature(const SourcePlaces& places, int number);
// An unreadable one is no error: it says nothing of what holds.
[[nodiscard]] LastTry read_last_try(const SourcePlaces& places);

// Makes the store. kBusy: another process has it; kRefused: this user may not write it.
[[nodiscard]] Result<UniqueFd> lock_store(const SourcePlaces& places);
// Under the lock. HELD.text holds from here on; the one before stays, and older ones go.
[[nodiscard]] Result<void> keep_release(const SourcePlaces& places, const HeldRelease& held,
                                        const std::string& signature);
[[nodiscard]] Result<void> write_last_try(const SourcePlaces& places, const LastTry& tried);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_HELD_RELEASE_H_
