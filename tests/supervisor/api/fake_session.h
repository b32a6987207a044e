// SPDX-License-Identifier: Apache-2.0
// A session as the API sees it, without anything that runs: roles, checks and audit answers are
// what a test says.
#ifndef GUARD_TESTS_SUPERVISOR_API_FAKE_SESSION_H_
#define GUARD_TESTS_SUPERVISOR_API_FAKE_SESSION_H_

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "supervisor/api/backend.h"

namespace guard::supervisor {

class FakeSession {
 public:
  [[nodiscard]] ApiBackend backend() {
    ApiBackend backend;
    backend.session = [] {
      return nlohmann::json{
          {"id", "s1"}, {"mode", "balanced"}, {"command", {"claude"}}, {"level", "mediated"}};
    };
    backend.check = [this](const nlohmann::json& request) {
      checked = request;
      return decision;
    };
    backend.role_of = [this](const struct ucred&) { return role.load(); };
    backend.refused = [this](const std::string& request, const struct ucred&) {
      const std::lock_guard lock(mutex_);
      refused_.push_back(request);
    };
    backend.audit = [this](const nlohmann::json& query) -> Result<nlohmann::json> {
      if (!records.empty()) return nlohmann::json{{"records", records}};
      if (query.contains("color")) return fail(Code::kInvalid, "unknown parameter 'color'");
      return nlohmann::json{{"records", nlohmann::json::array()}, {"query", query}};
    };
    backend.broker = &broker;
    backend.grants = &grants;
    backend.acts = &acts;
    return backend;
  }

  std::string ask(int tier = 2) {
    Question question;
    question.session_id = "s1";
    question.tier = tier;
    question.categories = {policy::Category::kFsDeleteOverwrite};
    question.what = "rm -rf ./a";
    question.pattern = "rm -rf ./a";
    question.scopes = {Scope::kOnce, Scope::kSession, Scope::kMinutes};
    question.names = {"/w/a/1", "/w/a/2", "/w/a/3"};
    question.deadline = std::chrono::system_clock::now() + std::chrono::hours(24);
    const std::lock_guard lock(mutex_);
    return broker
        .ask(std::move(question),
             [this](const Settled& settled) {
               const std::lock_guard inner(settled_mutex_);
               settled_.push_back(settled);
             })
        .value_or("");
  }

  [[nodiscard]] std::vector<std::string> refused() {
    const std::lock_guard lock(mutex_);
    return refused_;
  }
  [[nodiscard]] std::vector<Settled> settled() {
    const std::lock_guard lock(settled_mutex_);
    return settled_;
  }

  Broker broker;
  Grants grants;
  LiveActs acts;
  std::atomic<Role> role{Role::kOutside};
  nlohmann::json records = nlohmann::json::array();  // what the record has; empty: any query
  Result<nlohmann::json> decision = nlohmann::json{{"decision", "allow"}, {"tier", 0}};
  nlohmann::json checked;

 private:
  std::mutex mutex_;
  std::mutex settled_mutex_;
  std::vector<std::string> refused_;
  std::vector<Settled> settled_;
};

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_API_FAKE_SESSION_H_
