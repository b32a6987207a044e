// SPDX-License-Identifier: Apache-2.0
// The program that the exec attacks start: says by its exit status what really ran. 42 when its
// image is called sudo or its first word is push, both of which nobody approved; 0 for anything
// else.
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  char image[4096] = {0};
  if (readlink("/proc/self/exe", image, sizeof image - 1) < 0) return 43;
  const char* slash = strrchr(image, '/');
  if (slash != NULL && strcmp(slash + 1, "sudo") == 0) return 42;
  return argc > 1 && strcmp(argv[1], "push") == 0 ? 42 : 0;
}
