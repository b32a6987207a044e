// SPDX-License-Identifier: Apache-2.0
// guard review: what a session changed against before it, to be kept or discarded.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

#include "base/text/text.h"
#include "console/commands/commands.h"
#include "console/commands/undo/review_discards.h"
#include "console/commands/undo/secrets_here.h"
#include "console/help/option_help.h"
#include "console/output/printed_json.h"
#include "console/places/locations.h"
#include "console/review/item_discard.h"
#include "console/review/review_patch.h"
#include "console/review/review_source.h"
#include "console/review/review_text.h"
#include "console/review/screen/review_differences.h"
#include "console/review/screen/review_loop.h"
#include "console/session/session_choice.h"
#include "console/undo/store_access.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

constexpr OptionRow kReviewRows[] = {
    {"session", 's', "SESSION", "what this session changed; without: the last one"},
    {"stat", 0, nullptr, "print the list, on a terminal too"},
    {"by-command", 'c', nullptr, "print the list by the commands that changed something"},
    {"diff", 'd', nullptr, "print the differences, with the numbers of their hunks"},
    {"patch", 0, "FILE", "write a patch of it all, as git apply takes it; - is standard output"},
    {"discard", 0, nullptr, "take back all of it, or of these PATHs; asks; guard undo reverts it"},
    {"discard-hunks", 0, "N,N", "take these hunks of one PATH back; guard undo gives them back"},
    {"discard-command", 0, "COMMAND",
     "take back what this command changed: its number in the list of --by-command, or a part of "
     "it"},
    {"conflicts", 0, "skip|overwrite",
     "with --discard, --discard-hunks: what somebody changed since"},
    {"seen", 0, "DIGEST", "with --discard-hunks: only of the difference with this SHA-256"},
    {"yes", 'y', nullptr, "with a discard: do not ask"},
    {"json", 0, nullptr, "print JSON"},
    kStateDirRow,
};
constexpr OptionTable kReviewTable = {
    .command = "review",
    .summary = "see what a session changed, keep it, discard it or parts of it (full screen)",
    .operands = "[SESSION] [PATH...]",
    .rows = kReviewRows,
    .example = "guard review fshz5bq5",
};

struct Request {
  ParsedOptions options;
  Words words;
  Locations locations;
};

int complain_of(const Error& error) {
  return complain(error.code == Code::kInvalid ? kUsage : kNotDone, "review: " + error.text());
}

bool is_here(const std::string& word) {
  struct stat status {};
  return ::lstat(word.c_str(), &status) == 0;
}

// The folders as they are; the last name may be a link that is meant itself, or be gone.
std::string canonical_path(const std::string& word) {
  std::error_code error;
  const auto given = std::filesystem::absolute(word, error).lexically_normal();
  const auto folder = std::filesystem::weakly_canonical(given.parent_path(), error);
  std::string path = error ? given.string() : (folder / given.filename()).string();
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

// The first word is a session where one is called so, and nothing here is.
Result<ReviewOrder> order_of(const Request& request) {
  ReviewOrder order;
  order.state = request.locations.state;
  order.session = request.options.get("session");
  Words words = request.options.operands();
  words.insert(words.end(), request.options.rest().begin(), request.options.rest().end());
  if (order.session.empty() && !words.empty() && words.front().find('/') == std::string::npos) {
    const auto named = find_stored_session(order.state, words.front());
    const bool is_session = named || named.error().code == Code::kInvalid;
    if (is_session && is_here(words.front()))
      return fail(Code::kInvalid, safe_text(words.front()) +
                                      " is a session and a file here: --session names the one, ./ "
                                      "in front the other");
    if (is_session) {
      order.session = words.front();
      words.erase(words.begin());
    }
  }
  for (const std::string& word : words) {
    if (word.empty()) return fail(Code::kInvalid, "an empty name names nothing");
    order.paths.push_back(canonical_path(word));
  }
  if (!order.session.empty()) return order;
  auto last = last_session(order.state, current_folder(), UndoScope::kAll);
  if (!last) return forward(last.error());
  order.session = std::move(*last);
  return order;
}

// The nearest name of a session: " (did you mean fix~2?)", or nothing.
std::string meant_session(const std::string& state, const std::string& word) {
  const auto sessions = supervisor::stored_sessions(state);
  if (!sessions) return {};
  Words names;
  for (const auto& session : *sessions) names.push_back(session.typed);
  return safe_text(suggestion("", word, names));
}

// A word that is no file here names a session or what one changed; FIRST: the first word that was
// taken for a path, empty: none.
bool may_be_session(const std::string& first) {
  return !first.empty() && first.find('/') == std::string::npos && !is_here(first);
}

// If nothing is told of the files, somebody mistyped one, or the session.
Error nothing_of(const Review& review, const std::string& first) {
  if (may_be_session(first))
    return Error{Code::kNotFound, 0,
                 "neither a session nor a file that session " + safe_text(review.session().typed) +
                     " changed is called " + safe_text(first) +
                     meant_session(review.order.state, first)};
  return Error{Code::kNotFound, 0,
               "session " + safe_text(review.session().typed) + " changed nothing of " +
                   safe_text(review.order.paths.front()) + ", or it is as it was"};
}

// These words tell of nothing, or would discard something else than was meant.
bool names_nothing(const Review& review, const std::string& first) {
  if (review.order.paths.empty()) return false;
  return review.items.empty() ||
         (may_be_session(first) && items_at(review, review.order.paths.front()).empty());
}

Result<Review> review_of(const Request& request) {
  auto order = order_of(request);
  if (!order) return forward(order.error());
  // The first word was taken for a path, where it is none of a session's.
  const Words& operands = request.options.operands();
  const bool took_session = !operands.empty() && order->session == operands.front();
  const std::string first_path_word = operands.empty() || took_session ? "" : operands.front();
  const auto session = find_stored_session(order->state, order->session);
  if (!session) return forward(session.error());
  order->is_secret = secrets_here(request.locations, "review", session->workspace);
  // A discarded file may have belongings elsewhere: the whole session is read.
  std::vector<std::string> paths;
  if (request.options.has("discard")) paths.swap(order->paths);
  auto review = read_review(std::move(*order));
  if (review && !paths.empty()) review->order.paths = std::move(paths);
  const bool only_tells = request.options.has("json") && !request.options.has("discard");
  if (review && !only_tells && names_nothing(*review, first_path_word))
    return forward(nothing_of(*review, first_path_word));
  return review;
}

void complain_of_gaps(const Review& review) {
  if (review.selection.history->damaged > 0)
    complain(0, "review: " + std::to_string(review.selection.history->damaged) +
                    " lines of the journal cannot be read");
  if (!review.selection.history->lists_all_made)
    complain(0, "review: the session made more than is on its list: the rest is not shown");
}

int write(const Review& review, const std::string& file) {
  const auto gaps = write_patch(review, file);
  if (!gaps) return complain(kNotDone, "review: no patch was written: " + gaps.error().text());
  if (const std::string left = gaps->text(); !left.empty())
    complain(0, "review: the patch leaves out " + left);
  return kDone;
}

bool is_for_screen(const ParsedOptions& options) {
  return !options.has("stat") && !options.has("by-command") && ::isatty(STDIN_FILENO) != 0 &&
         ::isatty(STDOUT_FILENO) != 0;
}

int show(const Request& request, Review review) {
  const auto done = run_review(std::move(review), request.words);
  if (!done) return complain(kNotDone, "review: " + done.error().text());
  for (const std::string& line : *done) std::printf("%s\n", line.c_str());
  return kDone;
}

int run(const Request& request) {
  const ParsedOptions& options = request.options;
  auto review = review_of(request);
  if (!review) return complain_of(review.error());
  complain_of_gaps(*review);
  const DiscardRequest wish = {options, request.words, *review};
  if (options.has("discard")) return discard_items_of(wish);
  if (options.has("discard-hunks")) return discard_hunks_of(wish);
  if (options.has("discard-command")) return discard_command_of(wish);
  if (options.has("patch")) return write(*review, options.get("patch"));
  if (options.has("json")) {
    std::printf("%s\n", printed_json(review_json(*review), 2).c_str());
  } else if (options.has("diff")) {
    options.has("by-command") ? print_differences_by_command(*review) : print_differences(*review);
  } else if (is_for_screen(options)) {
    return show(request, std::move(*review));
  } else {
    std::fputs(list_text(*review, options.has("by-command") ? ListedBy::kCommand : ListedBy::kFile)
                   .c_str(),
               stdout);
  }
  return kDone;
}

}  // namespace

int review_command(const Words& words) {
  auto options = parse_or_explain(kReviewTable, words);
  if (!options) return options.error();
  if (const auto fit = discard_words_fit(*options); !fit) return complain_of(fit.error());
  auto locations = existing_locations(*options);
  if (!locations) return complain_of(locations.error());
  if (auto usable = use_undo_store(locations->state, options->has("state-dir")); !usable)
    return complain_of(usable.error());
  Words all_words = {"guard", "review"};
  all_words.insert(all_words.end(), words.begin(), words.end());
  return run({std::move(*options), std::move(all_words), std::move(*locations)});
}

}  // namespace guard::console
