// SPDX-License-Identifier: Apache-2.0
// The one door through which words of others get into HTML and XML. Pure; control characters are
// safe_text's (text.h).
#ifndef GUARD_BASE_TEXT_MARKUP_H_
#define GUARD_BASE_TEXT_MARKUP_H_

#include <string>
#include <string_view>

namespace guard {

// & < > " ' as character references: fit for text and for quoted attributes.
[[nodiscard]] std::string escaped_markup(std::string_view text);

}  // namespace guard

#endif  // GUARD_BASE_TEXT_MARKUP_H_
