// SPDX-License-Identifier: Apache-2.0
// Paths as text: nothing is looked up, and "." and ".." are names like others. Pure.
#ifndef GUARD_BASE_TEXT_PATH_H_
#define GUARD_BASE_TEXT_PATH_H_

#include <string>
#include <string_view>

namespace guard {

// The part before the last slash: "/a" of "/a/b", "" of "/a" and of a name alone.
[[nodiscard]] constexpr std::string_view parent_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

// The directory that an absolute path lies in: "/" of "/a", and where nothing better is known.
[[nodiscard]] inline std::string folder_of(std::string_view path) {
  const std::string_view parent = parent_of(path);
  return parent.empty() ? "/" : std::string(parent);
}

}  // namespace guard

#endif  // GUARD_BASE_TEXT_PATH_H_
