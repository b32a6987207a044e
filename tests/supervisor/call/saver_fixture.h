// SPDX-License-Identifier: Apache-2.0
// A saver with a real store in a folder of the test's own, calls that hold files there, and what
// the store's journal says afterwards.
#ifndef GUARD_TESTS_SUPERVISOR_CALL_SAVER_FIXTURE_H_
#define GUARD_TESTS_SUPERVISOR_CALL_SAVER_FIXTURE_H_

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "supervisor/call/saver.h"
#include "supervisor/undo/store/journal.h"
#include "tests/supervisor/audit/temporary_folder.h"
#include "tests/supervisor/support/made_call.h"

namespace guard::supervisor {

class SaverFixture : public ::testing::Test {
 protected:
  using Json = nlohmann::json;
  using Names = std::vector<std::string>;

  SaverFixture() {
    std::filesystem::create_directory(folder_.file("state"));
    std::filesystem::create_directory(folder_.file("w"));
    open_store();
  }

  // A further session, with a journal of its own.
  void open_store(UndoLimits limits = {}) {
    auto store = UndoStore::open(folder_.file("state"), {"s", "rm", place(""), ""}, limits);
    ASSERT_TRUE(store) << store.error().text();
    saver_.reset();
    store_ = std::move(*store);
    saver_.emplace(store_.get(), born_, paths_, leases_, redactor_);
  }

  [[nodiscard]] std::string place(const std::string& name) const {
    return folder_.file("w/" + name);
  }
  std::string file(const std::string& name, const std::string& text = "text") const {
    std::ofstream(place(name), std::ios::binary) << text;
    return place(name);
  }
  std::string folder(const std::string& name) const {
    std::filesystem::create_directory(place(name));
    return place(name);
  }

  // As the interceptor holds a name: its folder, and what is there.
  static interceptor::HeldPath held(const std::string& path) {
    interceptor::HeldPath held;
    const std::size_t slash = path.rfind('/');
    held.parent.reset(::open(path.substr(0, slash).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    held.name = path.substr(slash + 1);
    held.object.reset(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    (void)::fstat(held.object.get(), &held.status);
    return held;
  }

  // OPERATION on the file NAME, which is there or not.
  [[nodiscard]] PendingCall act_on(
      const std::string& name, policy::Act act, interceptor::Operation operation,
      policy::Recoverability kept = policy::Recoverability::kSaved) const {
    PendingCall call = made_act(act, {made_object(place(name), kept)});
    call.held.raw.operation = operation;
    call.held.first = held(place(name));
    return call;
  }
  [[nodiscard]] PendingCall removal(
      const std::string& name, policy::Recoverability kept = policy::Recoverability::kSaved) const {
    return act_on(name, policy::Act::kDelete, interceptor::Operation::kRemove, kept);
  }
  [[nodiscard]] PendingCall change(const std::string& name) const {
    return act_on(name, policy::Act::kModify, interceptor::Operation::kOpen);
  }
  [[nodiscard]] PendingCall chmod(const std::string& name) const {
    PendingCall call = act_on(name, policy::Act::kMetadata, interceptor::Operation::kChangeMode);
    call.action.change.kind = policy::MetadataKind::kMode;
    return call;
  }
  // A rename or a link of FROM to TO.
  [[nodiscard]] PendingCall of_two(policy::Act act, const std::string& from, const std::string& to,
                                   policy::Recoverability kept_from,
                                   policy::Recoverability kept_to) const {
    const bool links = act == policy::Act::kLink;
    PendingCall call =
        act_on(from, act, links ? interceptor::Operation::kLink : interceptor::Operation::kRename,
               kept_from);
    call.action.objects.push_back(made_object(place(to), kept_to));
    call.held.second = held(place(to));
    return call;
  }

  Result<void> save(PendingCall& call) {
    return saver_->save(call, [] { return true; });
  }

  [[nodiscard]] std::vector<Json> journal() const {
    std::vector<Json> lines;
    const auto read = read_journal(store_->folder() + "/journal",
                                   [&lines](const Json& line) { lines.push_back(line); });
    EXPECT_TRUE(read);
    return lines;
  }
  // "delete a", "rename a to b", "cancel", "content_of": but for the folders.
  [[nodiscard]] Names deeds() const {
    Names names;
    for (const Json& line : journal()) {
      const std::string deed = line.value("act", line.contains("cancel") ? "cancel" : "content_of");
      if (deed == "folder") continue;
      names.push_back(deed + (line.contains("path") ? " " + name_in(line, "path") : "") +
                      (line.contains("to") ? " to " + name_in(line, "to") : ""));
    }
    return names;
  }
  // The folders whose times were noted.
  [[nodiscard]] Names noted_folders() const {
    Names names;
    for (const Json& line : journal())
      if (line.value("act", "") == "folder") names.push_back(name_in(line, "path"));
    return names;
  }
  // Counts the contents that the store keeps, itself or a copy.
  [[nodiscard]] std::size_t contents() const {
    const std::filesystem::directory_iterator all(store_->folder() + "/content");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

  TemporaryFolder folder_;
  bool names_differ_ = false;
  BornSet born_;
  policy::PathClassifier classifier_{policy::PathRoots{}};
  BuildFolders builds_{classifier_};
  PathFacts paths_{
      classifier_, born_, builds_, [](int) { return HeldName{}; }, [this] { return names_differ_; },
      {}};
  LeaseTable leases_;
  Redactor redactor_{std::string(32, 'k')};
  std::unique_ptr<UndoStore> store_;
  std::optional<Saver> saver_;

 private:
  [[nodiscard]] std::string name_in(const Json& line, const char* key) const {
    const auto path = line.at(key).get<std::string>();
    return path.starts_with(place("")) ? path.substr(place("").size()) : path;
  }
};

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_CALL_SAVER_FIXTURE_H_
