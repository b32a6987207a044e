// SPDX-License-Identifier: Apache-2.0
// The JSON that tells the page of a review that is held. The texts are bytes: json_answer() makes
// them safe. Reads the store and the files of the review; any thread.
#ifndef GUARD_CONSOLE_WEB_REVIEW_REVIEW_JSON_H_
#define GUARD_CONSOLE_WEB_REVIEW_REVIEW_JSON_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "console/review/item_difference.h"
#include "console/web/review/held_review.h"

namespace guard::console {

inline constexpr std::size_t kReviewPage = 200;  // rows of one answer

// The session that it is of, and how much there is.
[[nodiscard]] nlohmann::json summary_json(const HeldReview& held);
// An entry of a folder; a small folder comes with what is in it.
[[nodiscard]] nlohmann::json entry_json(const HeldReview& held, const TreeEntry& entry,
                                        ItemDifferences& differences);
// The fields of an item in a list.
[[nodiscard]] nlohmann::json row_json(const HeldReview& held, std::size_t row,
                                      ItemDifferences& differences);
// All of it, with its difference.
[[nodiscard]] nlohmann::json file_json(const HeldReview& held, std::size_t row);
// A line of a file without its break; tabs as an arrow and blanks, as a tab would be spelled out.
[[nodiscard]] std::string shown_line(std::string_view line);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_REVIEW_REVIEW_JSON_H_
