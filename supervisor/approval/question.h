// SPDX-License-Identifier: Apache-2.0
// Question: what a person is shown and answers. The same fields everywhere: inline, `guard
// pending`, API, web, MCP. Values only; safe to copy between threads. Every text field is already
// safe for a terminal (base/text) and redacted.
#ifndef GUARD_SUPERVISOR_APPROVAL_QUESTION_H_
#define GUARD_SUPERVISOR_APPROVAL_QUESTION_H_

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"

namespace guard::supervisor {

enum class QuestionState { kPending, kApproved, kDenied, kTimeout, kWithdrawn };
// How much of what the act takes undo can give back.
enum class UndoPart { kNone, kSome, kAll };
enum class Scope { kOnce, kCommand, kSession, kMinutes, kAlways };

// An answer to another question is held against this, to see whether it covers this one too.
struct AskedAct {
  policy::Action action;
  policy::Assessment assessment;
  std::vector<int> ancestors;  // pids of the acting process and its parents inside the tree
};

// One of several people who must approve.
struct Approval {
  uid_t person = 0;  // whose say it was, by the kernel's word
  std::string by;    // "ana (guard approve)"
};

struct Question {
  std::string id;  // uuid: the approval_id of records and errors; people may use a unique prefix of
                   // 4 or more
  std::string session_id;
  QuestionState state = QuestionState::kPending;
  std::vector<policy::Category> categories;  // lead first; all are required
  int tier = 2;
  std::string what;   // "rm -rf ./tmp_a ./tmp_b  (delete 2 directories, 37 files, 1.2 MB)"
  std::string why;    // "the agent's command: bash -c 'rm -rf ./tmp_*'"
  std::string whole;  // what is left out in the middle of `what`, too, to 32 KiB; empty: nothing
  std::string cwd;
  std::string risk;  // the category's text and the facts that matter
  std::string undo;  // "14 of 1,695; not 1,681 build files (venv)"; never shortened
  UndoPart undo_part = UndoPart::kNone;
  bool runs_outside = false;         // of supervision, with other rights: sudo and its kin
  std::vector<std::string> changes;  // at most three
  std::vector<std::string> chain;    // "claude", "bash", "rm"
  std::vector<std::string> names;    // the full effect list, bounded
  std::vector<std::pair<std::string, std::string>> steps;  // how it was judged: stage, sentence
  std::vector<std::string> difference;  // of a file's content, as diff -u; empty: not known
  std::optional<policy::Effect> effect;
  std::string rule;
  std::string reason;
  std::string alternative;
  std::string pattern;  // what a remembered answer would cover
  // Of a host: what one for all names of its domain would cover ("*.example.org:443/tcp"), for a
  // person to choose; empty: nothing is offered.
  std::string wider;
  std::vector<Scope> scopes;  // what may be offered
  // The words for what an answer of each scope covers besides: "deletes in /w/photos and below".
  std::vector<std::pair<Scope, std::string>> covers;
  bool needs_confirm = false;  // tier 3: the answer must carry the word CONFIRM
  int approvals_needed = 1;
  std::vector<Approval> approvals;  // so far, where more than one is needed
  int pid = 0;
  std::chrono::system_clock::time_point asked;
  std::chrono::system_clock::time_point deadline;
  std::string answered_by;                        // user name and how: "ana (guard approve)"
  std::string answer_reason;                      // what the denial, timeout or withdrawal said
  std::chrono::system_clock::time_point settled;  // when it ended, whatever the state says how
  Scope answer_scope = Scope::kOnce;
  // The act itself, for a pattern to be held against. Null: unknown.
  std::shared_ptr<const AskedAct> own_act;
  std::string home;  // what `~/` in a pattern stands for; never shown
  // Null: only a person answers this one.
  std::shared_ptr<const AskedAct> act;
};

struct Answer {
  bool approve = false;
  Scope scope = Scope::kOnce;
  std::chrono::minutes minutes{0};  // for kMinutes
  std::string pattern;              // empty: the question's own
  std::string confirm;
  std::string reason;  // reaches the agent on denial
  std::string by;
  // The person who has the say, if several people must approve; none: nobody's that counts there.
  std::optional<uid_t> person;
  std::string covered_by;  // id of the other question whose answer covers this one; else empty
};

[[nodiscard]] const char* name_of(
    QuestionState state);  // "pending" "approved" "denied" "timeout" "withdrawn"
[[nodiscard]] const char* name_of(UndoPart part);  // "none" "some" "all"
[[nodiscard]] const char* name_of(Scope scope);    // "once" "command" "session" "minutes" "always"
// "once|command|session|always|30m|2h" into answer.scope and answer.minutes; false when it is none
// of these. Minutes are 1 to 1440.
[[nodiscard]] bool parse_scope(const std::string& text, Answer& answer);
// Tells people which texts it takes, with the longest time.
[[nodiscard]] std::string unknown_scope_text(const std::string& text);
// "1 of 2 approved: ana (guard approve); somebody else must too"; empty where one is enough.
[[nodiscard]] std::string missing_text(const Question& question);
// The known facts about a question that has ended. Texts are safe; empty: not known.
struct SettledQuestion {
  std::string id;
  std::string session;  // told where the session is not the one that says so
  std::string state;    // name_of(QuestionState)
  std::string by;       // "ana (guard deny)"
  std::string scope;    // name_of(Scope)
  std::string time;     // ISO 8601, UTC
  std::string reason;
};
// "question 1a2b3c4d was already denied by ana (guard deny) at 2025-03-01T09:05:07Z: keep them".
[[nodiscard]] std::string settled_text(const SettledQuestion& question);
// Without `names`, `steps` and `difference`: GET /v1/approvals/{id} adds them, the names paged.
[[nodiscard]] nlohmann::json to_json(const Question& question);
[[nodiscard]] nlohmann::json to_json(const Question& question,
                                     std::chrono::system_clock::time_point now);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_QUESTION_H_
