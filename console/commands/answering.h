// SPDX-License-Identifier: Apache-2.0
// Finding a waiting question among the running sessions and answering it: what `guard approve` and
// `guard deny` share.
#ifndef GUARD_CONSOLE_COMMANDS_ANSWERING_H_
#define GUARD_CONSOLE_COMMANDS_ANSWERING_H_

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "console/session/session_choice.h"

namespace guard::console {

struct FoundQuestion {
  SessionSocket socket;
  nlohmann::json question;  // as the API gives it
};

// By id or unique prefix, in all chosen sessions.
[[nodiscard]] tl::expected<FoundQuestion, Failure> find_question(const SessionChoice& choice,
                                                                 const std::string& program,
                                                                 const std::string& id);

// The body to post for a question, or why it is not answered.
using MakeAnswer =
    std::function<tl::expected<nlohmann::json, Failure>(const nlohmann::json& question)>;

// Answers each, says on standard output what was done; one that fails holds up none of the others.
// The exit status is the highest.
[[nodiscard]] int answer_each(const SessionChoice& choice, const std::string& program,
                              const std::vector<std::string>& ids, const MakeAnswer& make_answer);

// The questions that wait in the chosen sessions at one moment.
struct Waiting {
  std::vector<FoundQuestion> questions;  // of all sessions together, the newest last
  std::vector<SessionSocket> reached;    // the sessions that answered
  int status = kDone;                    // else: a session could not be asked, and that was said
};
[[nodiscard]] Waiting waiting_questions(const SessionChoice& choice, const std::string& program);

// Answers all that waits now, and none that comes later. Says each, and then how many were answered
// and how many were not.
[[nodiscard]] int answer_all(const SessionChoice& choice, const std::string& program,
                             const MakeAnswer& make_answer);

// `--all`, or the word `all` in place of an id.
inline constexpr OptionRow kAllRow = {"all", 'a', nullptr, "every question that waits now"};
[[nodiscard]] bool means_all(const ParsedOptions& options);
// Neither ids nor all: a usage error, and its line was printed.
[[nodiscard]] tl::expected<void, int> check_ids(const OptionTable& table,
                                                const ParsedOptions& options);

// A text field of a question, safe to print; "" when it is missing.
[[nodiscard]] std::string field_text(const nlohmann::json& question, const char* field);

struct LiveSession {
  SessionSocket socket;
  std::string id;
  std::vector<std::string> workspace;  // folders
};

// The one that is meant: an error when none runs, or several do and none was named.
[[nodiscard]] tl::expected<LiveSession, Failure> only_session(const SessionChoice& choice,
                                                              const std::string& program);
// The one in whose workspace FOLDER lies, an error that lists those that
// run when there is none such, or several are. A session of another folder is never meant.
[[nodiscard]] tl::expected<LiveSession, Failure> session_of_folder(const SessionChoice& choice,
                                                                   const std::string& program,
                                                                   const std::string& folder);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_ANSWERING_H_
