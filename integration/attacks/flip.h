// SPDX-License-Identifier: Apache-2.0
// A word of eight bytes that changes between two texts, one store at a time, so that every reader
// sees one of the two whole. A text must be at most seven characters.
#ifndef GUARD_INTEGRATION_ATTACKS_FLIP_H_
#define GUARD_INTEGRATION_ATTACKS_FLIP_H_

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

enum { kTries = 1000 };

typedef struct {
  _Atomic uint64_t word;
  uint64_t texts[2];
  atomic_int stop;
} Flip;

static inline void flip_prepare(Flip* flip, const char* first, const char* second) {
  memset(flip, 0, sizeof *flip);
  memcpy(&flip->texts[0], first, strlen(first) + 1);
  memcpy(&flip->texts[1], second, strlen(second) + 1);
  atomic_store(&flip->word, flip->texts[0]);
}

static inline char* flip_text(Flip* flip) {
  return (char*)&flip->word;
}

static inline void* flip_forever(void* argument) {
  Flip* flip = argument;
  for (unsigned turn = 0; !atomic_load(&flip->stop); ++turn) {
    atomic_store(&flip->word, flip->texts[turn & 1]);
    // A short stay, of a length that changes: every gap between two reads gets its chance.
    for (volatile unsigned wait = (turn * 2654435761U) >> 22; wait > 0; --wait) {
    }
  }
  return NULL;
}

// Returns when the word does change: a thousand quick calls would else be over before.
static inline int flip_start(Flip* flip, pthread_t* thread) {
  const int error = pthread_create(thread, NULL, flip_forever, flip);
  while (error == 0 && atomic_load(&flip->word) != flip->texts[1]) {
  }
  return error;
}

static inline void flip_end(Flip* flip, pthread_t thread) {
  atomic_store(&flip->stop, 1);
  pthread_join(thread, NULL);
}

#endif  // GUARD_INTEGRATION_ATTACKS_FLIP_H_
