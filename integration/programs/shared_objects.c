// SPDX-License-Identifier: Apache-2.0
// shared_objects make KIND: makes a System V object (shm, sem, msg) or a message queue, prints its
// id. shared_objects remove|set KIND ID: removes it, or sets its mode.
#define _GNU_SOURCE
#include <fcntl.h>
#include <mqueue.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <unistd.h>

#include "report.h"

static int make_shm(void) {
  return shmget(IPC_PRIVATE, 4096, 0600 | IPC_CREAT);
}
static int make_sem(void) {
  return semget(IPC_PRIVATE, 1, 0600 | IPC_CREAT);
}
static int make_msg(void) {
  return msgget(IPC_PRIVATE, 0600 | IPC_CREAT);
}

static int control_shm(int id, int set) {
  struct shmid_ds info;
  if (shmctl(id, IPC_STAT, &info) != 0) return -1;
  info.shm_perm.mode = 0644;
  return shmctl(id, set ? IPC_SET : IPC_RMID, &info);
}
static int control_sem(int id, int set) {
  struct semid_ds info;
  union {
    int value;
    struct semid_ds* info;
  } argument = {.info = &info};
  if (semctl(id, 0, IPC_STAT, argument) != 0) return -1;
  info.sem_perm.mode = 0644;
  return semctl(id, 0, set ? IPC_SET : IPC_RMID, argument);
}
static int control_msg(int id, int set) {
  struct msqid_ds info;
  if (msgctl(id, IPC_STAT, &info) != 0) return -1;
  info.msg_perm.mode = 0644;
  return msgctl(id, set ? IPC_SET : IPC_RMID, &info);
}

static const struct {
  const char* name;
  int (*make)(void);
  int (*control)(int id, int set);
} kKinds[] = {
    {"shm", make_shm, control_shm}, {"sem", make_sem, control_sem}, {"msg", make_msg, control_msg}};

static int queue(int argc, char** argv) {
  if (strcmp(argv[1], "make") != 0) return report("mq_unlink", mq_unlink(argv[3]));
  struct mq_attr shape = {.mq_maxmsg = 1, .mq_msgsize = 8};
  return argc < 4 ? 2 : report("mq_open", mq_open(argv[3], O_CREAT | O_RDWR, 0600, &shape));
}

int main(int argc, char** argv) {
  need_arguments(argc, 2, "shared_objects make|remove|set KIND [ID]");
  if (strcmp(argv[2], "queue") == 0 && argc > 3) return queue(argc, argv);
  for (size_t i = 0; i < 3; ++i) {
    if (strcmp(kKinds[i].name, argv[2]) != 0) continue;
    if (strcmp(argv[1], "make") != 0 && argc > 3)
      return report(argv[1], kKinds[i].control(atoi(argv[3]), strcmp(argv[1], "set") == 0));
    printf("%d\n", kKinds[i].make());
    return 0;
  }
  return 2;
}
