// SPDX-License-Identifier: Apache-2.0
#include "policy/text/shell_words.h"

namespace guard::policy {
namespace {

constexpr std::string_view kBlanks = " \t\n";
constexpr std::string_view kOperators = ";&|<>()`$";
constexpr std::string_view kExpandInQuotes = "`$";

class Splitter {
 public:
  explicit Splitter(std::string_view line) : line_(line) {}

  Result<std::vector<std::string>> run() {
    while (at_ < line_.size() && defect_.empty()) step();
    if (defect_.empty() && quote_ != 0) defect_ = "a quote is not closed";
    end_word();
    if (defect_.empty() && words_.empty()) defect_ = "no command";
    if (!defect_.empty()) return fail(Code::kInvalid, defect_);
    return std::move(words_);
  }

 private:
  void step() {
    const char c = line_[at_++];
    if (quote_ == '\'') return single_quoted(c);
    if (c == '\\' && at_ < line_.size()) return add(line_[at_++]);
    if (quote_ == '"') return double_quoted(c);
    if (c == '\'' || c == '"') {
      quote_ = c;
      inside_ = true;
    } else if (kBlanks.find(c) != std::string_view::npos) {
      end_word();
    } else if (kOperators.find(c) != std::string_view::npos) {
      defect_ = std::string("'") + c + "' needs a shell; quote it";
    } else {
      add(c);
    }
  }

  void single_quoted(char c) {
    if (c == '\'') {
      quote_ = 0;
    } else {
      add(c);
    }
  }

  void double_quoted(char c) {
    if (c == '"') {
      quote_ = 0;
    } else if (kExpandInQuotes.find(c) != std::string_view::npos) {
      defect_ = std::string("'") + c + "' needs a shell; use single quotes";
    } else {
      add(c);
    }
  }

  void add(char c) {
    word_ += c;
    inside_ = true;
  }

  void end_word() {
    if (inside_) words_.push_back(std::move(word_));
    word_.clear();
    inside_ = false;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  char quote_ = 0;
  bool inside_ = false;
  std::string word_;
  std::string defect_;
  std::vector<std::string> words_;
};

}  // namespace

Result<std::vector<std::string>> split_words(std::string_view line) {
  return Splitter(line).run();
}

}  // namespace guard::policy
