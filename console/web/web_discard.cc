// SPDX-License-Identifier: Apache-2.0
// Discards of the page: what would go back, and doing it: by `guard review`, which looks at all of
// it anew.
#include <algorithm>
#include <array>

#include "console/review/command_discard.h"
#include "console/review/hunks.h"
#include "console/review/item_discard.h"
#include "console/terminal/question_view.h"
#include "console/web/guard_program.h"
#include "console/web/web_review.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kRowsShown = 200;

// The meant part: all of it, or a part by its kind and numbers.
struct Meant {
  ReviewHandle held;
  WebFields fields;
  std::string path;     // of a file or folder; bytes
  std::string command;  // bytes
};

struct Preview {
  std::vector<const ReviewItem*> items;
  DiscardPlan plan;
  std::vector<std::string> left;  // files that stay as they are, with the reason
};

Result<void> find_file(Meant& meant) {
  const auto row = number_in(meant.fields, "row", meant.held->rows.size());
  if (!row) return forward(row.error());
  meant.path = meant.held->rows[*row]->path();
  return {};
}

Result<void> find_folder(Meant& meant) {
  if (!meant.fields.contains("under")) return fail(Code::kInvalid, "'under' names the folder");
  const auto folder = named_folder(*meant.held, meant.fields);
  if (!folder) return forward(folder.error());
  if (folder->length == 0) return fail(Code::kInvalid, "there is no such folder");
  meant.path = path_of(*meant.held, *folder);
  return {};
}

Result<void> find_command(Meant& meant) {
  const auto number = number_in(meant.fields, "command", meant.held->commands.size());
  if (!number) return forward(number.error());
  meant.command = meant.held->commands[*number].command;
  return {};
}

Result<void> find_hunks(Meant& meant) {
  const auto numbers = hunk_numbers(meant.fields["hunks"]);
  if (!numbers) return forward(numbers.error());
  if (meant.fields["digest"].empty())
    return fail(Code::kInvalid, "'digest' names the difference that was shown");
  return find_file(meant);
}

Result<void> find_all(Meant&) {
  return {};
}

Preview at_path(const Meant& meant) {
  Preview preview;
  preview.items = items_at(meant.held->review, meant.path);
  preview.plan = plan_discard(meant.held->review, preview.items);
  return preview;
}

// Only what was seen goes, and the row says that somebody changed it since: nobody has to choose
// more.
Preview of_hunks(const Meant& meant) {
  Preview preview = at_path(meant);
  preview.plan.conflicts = 0;
  return preview;
}

Preview of_command(const Meant& meant) {
  Preview preview;
  const Review& review = meant.held->review;
  const CommandPlan plan = plan_command(review, meant.command, all_items(review));
  preview.items = plan.texts;
  for (const ReviewItem* item : all_items(review))
    if (std::ranges::any_of(item->entries,
                            [&](auto one) { return plan.whole.entries.contains(one); }))
      preview.items.push_back(item);
  preview.plan = plan.whole;
  preview.plan.items = plan.items();
  preview.left = plan.left;
  return preview;
}

Preview of_all(const Meant& meant) {
  return {all_items(meant.held->review), plan_all(meant.held->review), {}};
}

std::vector<std::string> words_at(const Meant& meant) {
  return {"--discard", "--yes", "--", meant.path};
}
std::vector<std::string> words_of_command(const Meant& meant) {
  return {"--discard-command=" + meant.command, "--yes"};
}
std::vector<std::string> words_of_hunks(const Meant& meant) {
  return {"--discard-hunks=" + meant.fields.at("hunks"), "--seen=" + meant.fields.at("digest"),
          "--conflicts=overwrite", "--", meant.path};
}
std::vector<std::string> words_of_all(const Meant&) {
  return {"--discard", "--yes"};
}

struct Part {
  std::string_view what;
  Result<void> (*find)(Meant& meant);
  Preview (*preview)(const Meant& meant);
  std::vector<std::string> (*words)(const Meant& meant);
  bool has_conflicts;  // takes what becomes of files that somebody changed since
};
constexpr std::array<Part, 5> kParts = {
    {{"all", find_all, of_all, words_of_all, true},
     {"file", find_file, at_path, words_at, true},
     {"folder", find_folder, at_path, words_at, true},
     {"command", find_command, of_command, words_of_command, false},
     {"hunks", find_hunks, of_hunks, words_of_hunks, false}}};
constexpr std::array<std::string_view, 9> kFields = {
    "of", "what", "row", "under", "length", "command", "hunks", "digest", "conflicts"};

Result<const Part*> part_meant(const WebFields& fields) {
  for (const auto& [name, value] : fields)
    if (std::ranges::find(kFields, name) == kFields.end())
      return fail(Code::kInvalid, "there is no field '" + name + "' here");
  const auto what = fields.find("what");
  for (const Part& part : kParts)
    if (what != fields.end() && part.what == what->second) return &part;
  return fail(Code::kInvalid, "what: use all, file, folder, command or hunks");
}

Result<Meant> meant_by(const WebCall& call, const Part& part, WebFields fields) {
  auto held = named_review(call, fields);
  if (!held) return forward(held.error());
  Meant meant{std::move(*held), std::move(fields), "", ""};
  if (auto found = part.find(meant); !found) return forward(found.error());
  return meant;
}

Json preview_json(const HeldReview& held, const Preview& preview) {
  Json rows = Json::array();
  std::size_t more = 0;
  for (const ReviewItem* item : preview.items) {
    if (!is_told_alone(*item)) continue;
    if (rows.size() >= kRowsShown)
      ++more;
    else
      rows.push_back({{"kind", name_of(item->kind)},
                      {"path", item_name(held.review, *item)},
                      {"conflict", item->conflict},
                      {"obstacle", item->obstacle}});
  }
  return {{"items", preview.plan.items},
          {"conflicts", preview.plan.conflicts},
          {"obstacles", preview.plan.obstacles},
          {"rows", std::move(rows)},
          {"more", more},
          {"left", preview.left}};
}

Result<WebFields> texts_of(const Json& body) {
  WebFields fields;
  for (const auto& [name, value] : body.items()) {
    if (!value.is_string()) return fail(Code::kInvalid, "'" + name + "' is no text");
    fields[name] = value.get<std::string>();
  }
  return fields;
}

}  // namespace

std::optional<WebAnswer> preview_discard(WebCall& call) {
  const auto part = part_meant(call.query);
  if (!part) return web_problem_of(part.error());
  return answer_when_done(call, [&call, &part]() -> Result<Json> {
    const auto meant = meant_by(call, **part, call.query);
    if (!meant) return forward(meant.error());
    return preview_json(*meant->held, (*part)->preview(*meant));
  });
}

std::optional<WebAnswer> do_discard(WebCall& call) {
  const auto fields = texts_of(call.body);
  if (!fields) return web_problem_of(fields.error());
  const auto part = part_meant(*fields);
  if (!part) return web_problem_of(part.error());
  const auto meant = meant_by(call, **part, *fields);
  if (!meant) return web_problem_of(meant.error());
  std::vector<std::string> words = {"review", "--session=" + meant->held->session};
  const auto conflicts = fields->find("conflicts");
  if (conflicts != fields->end() && !(*part)->has_conflicts)
    return web_problem(400, "invalid", "'conflicts' is of all, file and folder");
  if (conflicts != fields->end()) words.push_back("--conflicts=" + conflicts->second);
  for (std::string& word : (*part)->words(*meant)) words.push_back(std::move(word));
  return answer_when_done(call, [&call, &meant, words] {
    auto done = guard_json(call, words);
    call.app.reviews().drop(meant->held->name);
    return done;
  });
}

}  // namespace guard::console
