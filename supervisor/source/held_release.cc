// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/held_release.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/text/json_object.h"
#include "base/text/text.h"
#include "supervisor/audit/record/digest.h"
#include "supervisor/source/release_texts.h"
#include "supervisor/source/trusted_file.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBytes = 64 * 1024;
constexpr const char* kHeld = "/held.json";
constexpr const char* kTried = "/tried.json";
constexpr std::string_view kPrefix = "release-";

std::string path_of(const SourcePlaces& places, int number, const char* ending) {
  return places.store + "/" + std::string(kPrefix) + std::to_string(number) + ending;
}

std::string text_in(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

int number_in(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_number_integer() ? found->get<int>() : 0;
}

Result<void> damaged(const SourcePlaces& places, const std::string& what) {
  return fail(Code::kRefused,
              safe_text(places.store) + ": " + what +
                  ", so which policy holds is not known: remove that folder and run "
                  "guard policy fetch, as root");
}

Result<std::optional<Json>> read_json(const SourcePlaces& places, const char* name) {
  const auto text = read_trusted({places.store + name, places.owner}, kMostBytes);
  if (!text) return forward(text.error());
  if (!*text) return std::nullopt;
  auto json = parse_object(**text);
  if (!json) return forward(damaged(places, std::string(name + 1) + " is damaged").error());
  return std::optional(std::move(*json));
}

// "release-8.sig" -> 8; 0: another file.
int number_of(const std::string& name) {
  if (!name.starts_with(kPrefix)) return 0;
  int number = 0;
  std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), number);
  return number;
}

// The one that holds and the newest before it stay.
void remove_old(const SourcePlaces& places, int number) {
  std::error_code error;
  int before = 0;
  const std::filesystem::directory_iterator end;
  for (std::filesystem::directory_iterator at(places.store, error); !error && at != end;
       at.increment(error))
    if (const int found = number_of(at->path().filename().string()); found < number)
      before = std::max(before, found);
  for (std::filesystem::directory_iterator at(places.store, error); !error && at != end;
       at.increment(error)) {
    const int found = number_of(at->path().filename().string());
    std::error_code ignored;
    if (found > 0 && found < before) std::filesystem::remove(at->path(), ignored);
  }
}

Result<void> make_folder(const std::string& path) {
  constexpr mode_t kMode = 0755;
  if (::mkdir(path.c_str(), kMode) == 0) {
    // The umask has no say: every user's guard reads it.
    if (::chmod(path.c_str(), kMode) == 0) return {};
  } else if (errno == EEXIST) {
    return {};
  } else if (errno == ENOENT && path.rfind('/') != 0) {
    if (auto made = make_folder(path.substr(0, path.rfind('/'))); !made) return made;
    return make_folder(path);
  }
  return fail_errno(safe_text(path));
}

}  // namespace

Result<std::optional<HeldRelease>> read_held(const SourcePlaces& places) {
  const auto json = read_json(places, kHeld);
  if (!json) return forward(json.error());
  if (!*json) return std::nullopt;
  HeldRelease held{.release = {number_in(**json, "number"), text_in(**json, "expires"),
                               number_in(**json, "share")},
                   .sha256 = text_in(**json, "sha256"),
                   .key = text_in(**json, "key"),
                   .source = text_in(**json, "source"),
                   .adopted = text_in(**json, "adopted")};
  if (held.release.number <= 0) return forward(damaged(places, "held.json is damaged").error());
  held.path = path_of(places, held.release.number, ".yaml");
  auto text = read_trusted({held.path, places.owner}, kMostOfPolicy);
  if (!text) return forward(text.error());
  const std::string name = "release-" + std::to_string(held.release.number) + ".yaml";
  if (!*text) return forward(damaged(places, name + " is missing").error());
  if (sha256_hex(**text) != held.sha256)
    return forward(damaged(places, name + " is another text than the one that was kept").error());
  held.text = std::move(**text);
  return std::optional(std::move(held));
}

Result<std::string> held_signature(const SourcePlaces& places, int number) {
  const std::string path = path_of(places, number, ".sig");
  auto text = read_trusted({path, places.owner}, kMostOfSignature);
  if (!text) return forward(text.error());
  if (!*text) return fail(Code::kNotFound, safe_text(path) + ": is missing");
  return std::move(**text);
}

LastTry read_last_try(const SourcePlaces& places) {
  const auto json = read_json(places, kTried);
  if (!json || !*json) return {};
  return {text_in(**json, "at"),       text_in(**json, "outcome"), text_in(**json, "text"),
          number_in(**json, "number"), text_in(**json, "etag"),    text_in(**json, "source")};
}

Result<UniqueFd> lock_store(const SourcePlaces& places) {
  if (::geteuid() != places.owner)
    return fail(Code::kRefused, "only the owner of " + safe_text(places.store) +
                                    " gets a new policy: run it as root");
  if (auto made = make_folder(places.store); !made) return forward(made.error());
  const std::string path = places.store + "/lock";
  UniqueFd lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!lock.valid()) return fail_errno(safe_text(path));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno == EWOULDBLOCK) return fail(Code::kBusy, "another guard policy fetch runs");
  return fail_errno(safe_text(path));
}

Result<void> keep_release(const SourcePlaces& places, const HeldRelease& held,
                          const std::string& signature) {
  const int number = held.release.number;
  if (auto kept = write_whole_file(path_of(places, number, ".sig"), signature); !kept) return kept;
  if (auto kept = write_whole_file(path_of(places, number, ".yaml"), held.text); !kept) return kept;
  const Json json = {{"version", 1},
                     {"number", number},
                     {"expires", held.release.expires},
                     {"share", held.release.share},
                     {"sha256", held.sha256},
                     {"key", held.key},
                     {"source", held.source},
                     {"adopted", held.adopted}};
  if (auto kept = write_whole_file(places.store + kHeld, json.dump(2) + "\n"); !kept) return kept;
  remove_old(places, number);
  return {};
}

Result<void> write_last_try(const SourcePlaces& places, const LastTry& tried) {
  const Json json = {{"version", 1},          {"at", tried.at},         {"outcome", tried.outcome},
                     {"text", tried.text},    {"number", tried.number}, {"etag", tried.etag},
                     {"source", tried.source}};
  return write_whole_file(places.store + kTried,
                          json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace guard::supervisor
