// SPDX-License-Identifier: Apache-2.0
// Tells which keys answer a question, and which were typing: the rules of the terminal
// (console/terminal/answer_keys.h). Somebody who types to a program may have this window in front: ordinary typing
// approves nothing.

export const kRest = 1500; // ms without a key before keys may answer what has just come
const kBurst = 400; // ms: keys that follow one another faster are typing
const kArmedFor = 10000;

export class AnswerKeys {
  // `moves` only walk about; `happened(event)` tells what comes with time: "opened", "refused", "disarmed".
  constructor({ commands, moves }, happened) {
    Object.assign(this, { commands, moves, happened, timers: {} });
    this.begin();
  }

  // Another question would now be answered, or the window has just got the keyboard.
  begin() {
    this.last = performance.now();
    this.lastKey = "";
    this.close();
  }

  // A key for something else: it only counts for the time.
  note(time) {
    this.last = time;
    this.lastKey = "";
    this.#stop("armed");
    this.#stop("refusing");
    if (!this.open) this.#rest();
  }

  close() {
    this.open = false;
    this.#stop("armed");
    this.#stop("refusing");
    this.#rest();
  }

  end() {
    for (const name of Object.keys(this.timers)) this.#stop(name);
  }

  get armed() {
    return "armed" in this.timers;
  }

  // "dropped", "typing", "command", "armed", "approved", "refusing". `time`: when it was pressed, as events tell it.
  take(key, time, isRepeat = false) {
    const press = { key: key.toLowerCase(), isBurst: time - this.last < kBurst, isRested: time - this.last >= kRest,
      isSame: key === this.lastKey, isRepeat };
    const said = this.open ? this.#takeOpen(press) : "dropped";
    this.last = time;
    this.lastKey = key;
    if (said === "typing" || (said === "dropped" && this.open)) this.close();
    else if (!this.open) this.#rest();
    return said;
  }

  #takeOpen({ key, isBurst, isRested, isSame, isRepeat }) {
    if ("refusing" in this.timers) return "typing";
    if (this.armed) {
      this.#stop("armed");
      return key === "enter" && !isRepeat ? "approved" : key === "escape" ? "command" : "typing";
    }
    if (key === "y" && (isBurst || isRepeat)) return "typing";
    if (key === "y") return isRested ? this.#start("armed", kArmedFor, "disarmed") : "dropped";
    if (key === "n") return isBurst || isRepeat ? "typing" : this.#start("refusing", kBurst, "refused");
    const moves = this.moves.includes(key);
    if (!moves && !this.commands.includes(key)) return "typing";
    const mayFollow = isSame || moves || this.moves.includes(this.lastKey) || this.lastKey === "";
    return isBurst && !mayFollow ? "typing" : "command";
  }

  #start(name, time, ending) {
    this.timers[name] = setTimeout(() => {
      this.#stop(name);
      this.happened(ending);
    }, time);
    return name;
  }

  #stop(name) {
    clearTimeout(this.timers[name]);
    delete this.timers[name];
  }

  #rest() {
    this.#stop("rest");
    this.timers.rest = setTimeout(() => {
      this.#stop("rest");
      this.open = true;
      this.lastKey = "";
      this.happened("opened");
    }, kRest);
  }
}
