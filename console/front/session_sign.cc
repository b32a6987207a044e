// SPDX-License-Identifier: Apache-2.0
#include "console/front/session_sign.h"

#include <sys/random.h>

#include <array>
#include <string_view>

namespace guard::console {
namespace {

constexpr std::size_t kWords = 64;

constexpr std::array<std::string_view, kWords> kLooks = {
    "amber",  "ashen",  "azure",  "black",  "brave",  "brief",  "bright", "broad",
    "bronze", "brown",  "calm",   "clear",  "clever", "cold",   "copper", "coral",
    "crisp",  "curved", "dark",   "deep",   "dry",    "early",  "even",   "faint",
    "fresh",  "gentle", "golden", "green",  "grey",   "hollow", "icy",    "ivory",
    "large",  "late",   "light",  "little", "long",   "loud",   "lunar",  "mellow",
    "misty",  "narrow", "new",    "old",    "olive",  "pale",   "plain",  "purple",
    "quick",  "quiet",  "rapid",  "red",    "round",  "rusty",  "salty",  "sharp",
    "silver", "slow",   "small",  "solar",  "steep",  "warm",   "white",  "wild"};
constexpr std::array<std::string_view, kWords> kThings = {
    "anchor", "apple",  "arch",   "badger", "basket",  "beach",  "bell",   "birch",
    "boat",   "bridge", "camel",  "candle", "canyon",  "cedar",  "cloud",  "comet",
    "crane",  "daisy",  "delta",  "dune",   "eagle",   "falcon", "fern",   "field",
    "finch",  "forest", "fox",    "garden", "goose",   "harbor", "hazel",  "heron",
    "island", "jacket", "kettle", "lake",   "lantern", "lemon",  "maple",  "meadow",
    "mirror", "moon",   "otter",  "owl",    "paper",   "pebble", "pepper", "pigeon",
    "pond",   "quartz", "raven",  "ribbon", "river",   "robin",  "sail",   "shell",
    "spoon",  "stone",  "tiger",  "tower",  "tulip",   "valley", "violin", "willow"};

}  // namespace

std::string make_session_sign() {
  std::array<unsigned char, 2> chosen{};
  if (::getrandom(chosen.data(), chosen.size(), 0) != static_cast<ssize_t>(chosen.size()))
    return "";
  return std::string(kLooks.at(chosen[0] % kWords)) + " " +
         std::string(kThings.at(chosen[1] % kWords));
}

}  // namespace guard::console
