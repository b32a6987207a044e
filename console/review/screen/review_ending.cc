// SPDX-License-Identifier: Apache-2.0
#include "console/review/screen/review_ending.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/text/text.h"
#include "console/output/complaint.h"
#include "console/review/review_source.h"
#include "console/review/review_text.h"
#include "console/review/screen/review_loop.h"
#include "console/undo/undo_selection.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

// "ID~1" names the first one where several had the id.
Result<std::string> newest_name(const std::string& state_dir, const std::string& session) {
  const auto newest = newest_stored_session(state_dir, session);
  if (!newest) return forward(newest.error());
  return newest->name + (newest->name == newest->id ? "~1" : "");
}

bool is_somebody_there() {
  return ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
}

}  // namespace

void review_at_end(const EndedSession& ended) {
  const auto name = newest_name(ended.state_dir, ended.session);
  if (!name) return (void)complain(0, "no review: " + name.error().text());
  auto review = read_review({ended.state_dir, *name, {}, ended.is_secret});
  if (!review) return (void)complain(0, "no review: " + review.error().text());
  if (review->items.empty() && review->selection.lost.objects.empty())
    return (void)complain(0, summary_text(*review));
  if (!is_somebody_there()) {
    std::fputs(list_text(*review, ListedBy::kFile).c_str(), stderr);
    return;
  }
  const auto done = run_review(std::move(*review), {"guard", "run", "--review"});
  if (!done) return (void)complain(0, "no review: " + done.error().text());
  for (const std::string& line : *done) std::fprintf(stderr, "%s\n", line.c_str());
}

}  // namespace guard::console
