// SPDX-License-Identifier: Apache-2.0
// Whether the user that this process runs as can change what a path leads to: the object, a folder
// on the way to it, or where a link on the way leads. Opens nothing for reading (O_PATH); any
// thread. An object counts as changeable if guard cannot tell.
#ifndef GUARD_BASE_FILES_CHANGEABLE_H_
#define GUARD_BASE_FILES_CHANGEABLE_H_

#include <string>

namespace guard {

enum class Changeable {
  kNot,       // others' alone, or it is missing and this user cannot make it
  kOnceMade,  // it is missing, and this user can make it
  kNow,
};

// FOLDER: O_PATH of where a relative PATH begins.
[[nodiscard]] Changeable changeable_by_us(int folder, const std::string& path);

}  // namespace guard

#endif  // GUARD_BASE_FILES_CHANGEABLE_H_
