// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A program (PROGRAM) with an allocator (ALLOCATOR): both in one, or the latter in a library that
// does not report the sizes of its blocks. PASSES_ON: forwards allocations to the C library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined ALLOCATOR && defined PASSES_ON
void* malloc(size_t size) {
  static void* (*next)(size_t);
  if (next == NULL) next = (void* (*)(size_t))dlsym(RTLD_NEXT, "malloc");
  return next(size);
}
#elif defined ALLOCATOR
// The size precedes each block; nothing is reused. The word that the C library would read as the
// size of its own block is invalid.
static _Alignas(64) char memory[64 << 20];
static size_t used;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void* memalign(size_t alignment, size_t size) {
  if (alignment < 64) alignment = 64;
  pthread_mutex_lock(&mutex);
  const size_t begin = (used + 16 + alignment - 1) / alignment * alignment;
  used = begin + size;
  const int full = used > sizeof memory;
  pthread_mutex_unlock(&mutex);
  if (full) return NULL;
  memcpy(memory + begin - 16, &size, sizeof size);
  memset(memory + begin - 8, 0xf2, 8);
  return memory + begin;
}
void* malloc(size_t size) { return memalign(64, size); }
void* calloc(size_t count, size_t size) { return malloc(count * size); }
void free(void* block) { (void)block; }
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** block, size_t alignment, size_t size) {
  *block = memalign(alignment, size);
  return *block == NULL ? ENOMEM : 0;
}
void* realloc(void* block, size_t size) {
  void* const moved = malloc(size);
  size_t before = 0;
  if (block == NULL || moved == NULL) return moved;
  memcpy(&before, (char*)block - 16, sizeof before);
  return memcpy(moved, block, before < size ? before : size);
}
#endif

#ifdef PROGRAM
int main(void) {
  for (int i = 1; i <= 5; ++i) {
    char* const block = strdup("text");
    char* const more = realloc(malloc(1000000), 2000000);
    more[i] = block[0];
    printf("%d %c\n", i, more[i]);
    free(more);
    free(block);
  }
  return 0;
}
#endif
