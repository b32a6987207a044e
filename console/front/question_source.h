// SPDX-License-Identifier: Apache-2.0
// QuestionSource: where the front hears of questions and gives their answers; behind it the
// session's socket. Nothing here blocks: what was asked for arrives as an item, and fd() is
// readable when there are some.
#ifndef GUARD_CONSOLE_FRONT_QUESTION_SOURCE_H_
#define GUARD_CONSOLE_FRONT_QUESTION_SOURCE_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "console/terminal/prompt_answer.h"

namespace guard::console {

struct SourceItem {
  enum class Kind {
    kAsked,    // question
    kSettled,  // question with its state: approved, denied, timeout, withdrawn
    kDetail,   // all of one question, with every name: id, question (null: it cannot be had)
    kRefused,  // an answer was not taken: id, text
    kChecked,  // whether such an approval would be taken: id, text (empty: yes)
    kCounted,  // an approval was taken, and others are missing: id, text
  };
  Kind kind = Kind::kAsked;
  std::string id;
  nlohmann::json question;
  std::string text;
};

class QuestionSource {
 public:
  virtual ~QuestionSource() = default;
  [[nodiscard]] virtual int fd() const = 0;
  virtual std::vector<SourceItem> take() = 0;
  virtual void answer(const std::string& id, const PromptAnswer& answer) = 0;
  // Would this approval be taken? Answers nothing.
  virtual void check(const std::string& id, const PromptAnswer& answer) = 0;
  virtual void fetch_detail(const std::string& id) = 0;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_QUESTION_SOURCE_H_
