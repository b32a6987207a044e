// SPDX-License-Identifier: Apache-2.0
#include "base/files/hosts_file.h"

#include <fstream>
#include <sstream>
#include <utility>

namespace guard {

std::multimap<std::string, std::string, std::less<>> names_of_hosts_file(const char* path) {
  std::multimap<std::string, std::string, std::less<>> names;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line.substr(0, line.find('#')));  // '#' begins a remark
    std::string address;
    words >> address;
    for (std::string name; words >> name;) names.emplace(std::move(name), address);
  }
  return names;
}

}  // namespace guard
