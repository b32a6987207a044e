// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/open_questions.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "base/text/text.h"

namespace guard::supervisor {

bool ends_by_hand(int signal) {
  return signal == SIGINT || asks_to_end(signal);
}

bool asks_to_end(int signal) {
  constexpr std::array kEnding = {SIGTERM, SIGHUP, SIGQUIT};
  return std::ranges::find(kEnding, signal) != kEnding.end();
}

std::string ended_text(int signal) {
  return std::string("the command was ended (SIG") + ::sigabbrev_np(signal) +
         "): nobody is asked any more";
}

std::uint64_t close_questions(Broker& broker, const std::string& reason,
                              const std::function<std::uint64_t()>& refused) {
  constexpr int kLooks = 200;
  const std::uint64_t waiting = broker.pending().size();
  const std::uint64_t before = refused();
  broker.close(reason);
  // Workers put each refusal on record and count it.
  for (int look = 0; look < kLooks && refused() - before < waiting; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return waiting - std::min(waiting, refused() - before);
}

std::uint64_t count_below(const Broker& broker, int pid) {
  const std::vector<Question> waiting = broker.pending();
  return static_cast<std::uint64_t>(
      std::count_if(waiting.begin(), waiting.end(), [pid](const Question& question) {
        if (!question.own_act) return false;
        const std::vector<int>& above = question.own_act->ancestors;
        return std::find(above.begin(), above.end(), pid) != above.end();
      }));
}

std::string waiting_text(const Broker& broker) {
  const std::size_t waiting = broker.pending().size();
  if (waiting == 0) return {};
  return "; " + count_text(waiting, "question waits", "questions wait") +
         " for an answer: guard pending";
}

}  // namespace guard::supervisor
