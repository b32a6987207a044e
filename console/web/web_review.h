// SPDX-License-Identifier: Apache-2.0
// The parts of a held review that requests of the page name: the review itself, a file, a folder, a
// command. Any thread.
#ifndef GUARD_CONSOLE_WEB_WEB_REVIEW_H_
#define GUARD_CONSOLE_WEB_WEB_REVIEW_H_

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "console/web/review/held_review.h"
#include "console/web/review/review_json.h"
#include "console/web/web_routes.h"

namespace guard::console {

using WebFields = std::map<std::string, std::string>;

// "of" names the review. kGone: it has to be read anew.
[[nodiscard]] Result<ReviewHandle> named_review(const WebCall& call, const WebFields& fields);
// The number in FIELD, below END. FALLBACK where the field is not there.
[[nodiscard]] Result<std::size_t> number_in(const WebFields& fields, const std::string& field,
                                            std::size_t end);
[[nodiscard]] Result<std::size_t> number_in(const WebFields& fields, const std::string& field,
                                            std::size_t end, std::size_t fallback);
// "under" and "length"; without them the root.
[[nodiscard]] Result<TreeFolder> named_folder(const HeldReview& held, const WebFields& fields);
// Names of secrets by the policies that hold where guard web runs and in WORKSPACE. Called by one
// thread.
[[nodiscard]] std::function<bool(const std::string& path)> secrets_for(
    const WebCall& call, const std::string& workspace);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_WEB_REVIEW_H_
