#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// Starts the guard of this platform's package with the words, the terminal and the signals that come
// here, and ends as it does.
"use strict";
const { spawn } = require("node:child_process");
const path = require("node:path");

const NAME = "guard-for-agents";

function die(text) {
  process.stderr.write(`guard: ${text}\n`);
  process.exit(125);
}

// Node says which C library it runs with; without one it is not the GNU one.
function hasGlibc() {
  const { header } = process.report.getReport();
  return Boolean(header.glibcVersionRuntime);
}

function program() {
  if (process.platform !== "linux") die(`guard runs on Linux alone, and this is ${process.platform}`);
  if (!hasGlibc())
    die("guard needs the GNU C library, and this system has another one (musl?): use a system with it, or a container of one");
  const platform = `${NAME}-linux-${process.arch}`;
  try {
    return path.join(path.dirname(require.resolve(`${platform}/package.json`)), "bin", "guard");
  } catch {
    return die(`the package ${platform} is missing: there is none for this machine, or npm left optional packages out (npm install --include=optional)`);
  }
}

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
const PASSED_ON = ["SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGCONT", "SIGWINCH"];
for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
// The terminal sends these to guard as well.
for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => {});
child.on("error", (error) => die(`cannot be started: ${error.message}`));
child.on("exit", (status, signal) => {
  if (signal === null) process.exit(status);
  for (const each of [...PASSED_ON, "SIGINT", "SIGQUIT"]) process.removeAllListeners(each);
  process.kill(process.pid, signal);
});
