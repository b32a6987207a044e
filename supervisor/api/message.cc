// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/message.h"

#include <array>

#include "base/text/safe_output.h"
#include "base/text/text.h"

namespace guard::supervisor {
namespace {

constexpr std::array kProblems = {
    ProblemRow{Problem::kInvalidRequest, 400, "invalid_request"},
    ProblemRow{Problem::kConfirmRequired, 400, "confirm_required"},
    ProblemRow{Problem::kApprovalRequired, 400, "approval_required"},
    ProblemRow{Problem::kMalformed, 400, "malformed"},
    ProblemRow{Problem::kInside, 403, "inside"},
    ProblemRow{Problem::kStranger, 403, "stranger"},
    ProblemRow{Problem::kDelegate, 403, "delegate"},
    ProblemRow{Problem::kDenied, 403, "denied"},
    ProblemRow{Problem::kBlocked, 403, "blocked"},
    ProblemRow{Problem::kRefused, 403, "refused"},
    ProblemRow{Problem::kDelegationOver, 403, "delegation_over"},
    ProblemRow{Problem::kBeyondDelegation, 403, "beyond_delegation"},
    ProblemRow{Problem::kNoDelegation, 403, "no_delegation"},
    ProblemRow{Problem::kNotFound, 404, "not_found"},
    ProblemRow{Problem::kMethodNotAllowed, 405, "method_not_allowed"},
    ProblemRow{Problem::kAlreadySettled, 409, "already_settled"},
    ProblemRow{Problem::kGone, 410, "gone"},
    ProblemRow{Problem::kBodyTooLarge, 413, "too_large"},
    ProblemRow{Problem::kHeaderTooLarge, 431, "too_large"},
    ProblemRow{Problem::kInternal, 500, "internal"},
    ProblemRow{Problem::kUnreadable, 500, "unreadable"},
    ProblemRow{Problem::kSystem, 500, "system"},
    ProblemRow{Problem::kUnsupported, 501, "unsupported"},
    ProblemRow{Problem::kBusy, 503, "busy"},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kProblems.size(); ++i)
    if (kProblems[i].problem != static_cast<Problem>(i)) return false;
  return kProblems.back().problem == Problem::kBusy;
}
static_assert(is_in_order());

struct Meaning {
  Code code;
  Problem problem;
};

constexpr std::array<Meaning, 9> kMeanings = {{
    {Code::kInvalid, Problem::kInvalidRequest},
    {Code::kNotFound, Problem::kNotFound},
    {Code::kUnreadable, Problem::kUnreadable},
    {Code::kGone, Problem::kGone},
    {Code::kRefused, Problem::kRefused},
    {Code::kUnsupported, Problem::kUnsupported},
    {Code::kBusy, Problem::kBusy},
    {Code::kSystem, Problem::kSystem},
    {Code::kInternal, Problem::kInternal},
}};

const char* type_of(int status) {
  if (status == 403) return "permission_error";
  return status >= 500 ? "server_error" : "request_error";
}

}  // namespace

std::span<const ProblemRow> problem_rows() {
  return kProblems;
}

const ProblemRow& row_of(Problem problem) {
  return kProblems.at(static_cast<std::size_t>(problem));
}

ApiResponse problem(Problem problem, std::string_view message) {
  const ProblemRow& row = row_of(problem);
  ApiResponse response;
  response.status = row.status;
  response.body = {
      {"error",
       {{"type", type_of(row.status)}, {"code", row.code}, {"message", safe_text(message)}}}};
  return response;
}

ApiResponse invalid_request(std::string_view message) {
  return problem(Problem::kInvalidRequest, message);
}

ApiResponse problem_of(const Error& error) {
  for (const Meaning& meaning : kMeanings)
    if (meaning.code == error.code) return problem(meaning.problem, error.text());
  return problem(Problem::kInternal, error.text());
}

std::string text_of(const nlohmann::json& json) {
  return safe_json(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace guard::supervisor
