// SPDX-License-Identifier: Apache-2.0
// Tells the page who owns each line of a reviewed file: guard blame, with the lines.
#include <algorithm>
#include <string_view>

#include "console/blame/blame_text.h"
#include "console/blame/given_answers.h"
#include "console/blame/line_owners.h"
#include "console/web/guard_program.h"
#include "console/web/web_review.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLines = 1000;  // of one answer

// Lines of one source in a row stand together.
Json runs_json(const Blame& blame, std::size_t from, std::size_t end) {
  const auto lines = lines_of_text(blame.text);
  Json runs = Json::array();
  for (std::size_t i = from; i < end && i < lines.size(); ++i) {
    const std::size_t owner = blame.owners.at(i);
    if (runs.empty() || runs.back()["source"] != owner)
      runs.push_back({{"source", owner}, {"first", i + 1}, {"lines", Json::array()}});
    runs.back()["lines"].push_back(shown_line(lines[i]));
  }
  return runs;
}

Json sources_json(const Blame& blame) {
  Json sources = Json::array();
  for (const BlameSource& source : blame.sources)
    sources.push_back({{"session", source.change.typed},
                       {"command", source.change.command},
                       {"time", iso_time(source.change.time)},
                       {"made", source.change.made},
                       {"answer", source.answer},
                       {"certain", source.is_certain && !source.change.others_followed}});
  return sources;
}

Result<Json> lines_json(const WebCall& call, const HeldReview& held, std::size_t row,
                        std::size_t from) {
  const std::string& state = call.app.settings().locations.state;
  auto sessions = supervisor::stored_sessions(state);
  if (!sessions) return forward(sessions.error());
  GivenAnswers answers(state);
  const BlameOrder order = {state, std::move(*sessions), read_steps(state),
                            secrets_for(call, held.review.session().workspace),
                            [&answers](const std::string& id) { return answers.to(id); }};
  const ReviewItem& item = *held.rows[row];
  if (item.is_secret) return fail(Code::kRefused, "what is in it is a secret, and not shown");
  const auto blame = blame_file(order, item.path());
  if (!blame) return forward(blame.error());
  const std::size_t end = std::min(from + kLines, blame->owners.size());
  return Json{{"no_lines", blame->no_lines},
              {"runs", runs_json(*blame, from, end)},
              {"sources", sources_json(*blame)},
              {"next", end < blame->owners.size() ? Json(end) : Json()}};
}

}  // namespace

std::optional<WebAnswer> show_review_lines(WebCall& call) {
  constexpr std::size_t kMostLines = 1U << 30U;
  const auto held = named_review(call, call.query);
  if (!held) return web_problem_of(held.error());
  const auto row = number_in({{"row", call.path[4]}}, "row", (*held)->rows.size());
  const auto from = number_in(call.query, "from", kMostLines, 0);
  if (!row || !from) return web_problem_of(row ? from.error() : row.error());
  return answer_when_done(call, [&] { return lines_json(call, **held, *row, *from); });
}

}  // namespace guard::console
