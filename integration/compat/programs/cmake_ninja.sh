# SPDX-License-Identifier: Apache-2.0
# A C++ project configured by cmake, built by ninja, tested, installed into a folder.
# packages: cmake ninja-build g++
# needs: cmake ninja c++
# leave-out: CMakeFiles .ninja_ CMakeCache Testing build.ninja
# output: any
# timeout: 120
setup() {
  mkdir src
  printf 'cmake_minimum_required(VERSION 3.16)\nproject(p CXX)\nadd_library(sum STATIC src/sum.cc)\nadd_executable(t src/t.cc)\ntarget_link_libraries(t sum)\nenable_testing()\nadd_test(NAME sum COMMAND t)\ninstall(TARGETS t DESTINATION bin)\n' >CMakeLists.txt
  printf 'int sum(int a, int b) { return a + b; }\n' >src/sum.cc
  printf 'int sum(int, int);\nint main() { return sum(2, 2) - 4; }\n' >src/t.cc
}
work() {
  cmake -G Ninja -S . -B build -DCMAKE_INSTALL_PREFIX="$PWD/root"
  ninja -C build && ctest --test-dir build && ninja -C build install
  touch src/sum.cc && ninja -C build && ninja -C build clean && ninja -C build
}
