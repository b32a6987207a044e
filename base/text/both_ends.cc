// SPDX-License-Identifier: Apache-2.0
#include "base/text/both_ends.h"

#include "base/text/text.h"

namespace guard {

std::string both_ends(std::string_view text, std::size_t beginning, std::size_t end) {
  if (text.size() <= beginning + end) return std::string(text);
  std::size_t from = text.size() - end;
  while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0) == 0x80) ++from;
  return shortened(text.substr(0, from), beginning) + " " + std::string(text.substr(from));
}

}  // namespace guard
