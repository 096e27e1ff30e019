// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// An OMPT tool that counts parallel regions; with a program that has three, unless TOOL_ALONE is
// defined.
#include <omp-tools.h>
#include <stdio.h>

static int regions;

static void count(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* region, unsigned threads, int flags,
                  const void* code) {
  ++regions;
}
static int begin(ompt_function_lookup_t look_up, int device, ompt_data_t* data) {
  ((ompt_set_callback_t)look_up("ompt_set_callback"))(ompt_callback_parallel_begin, (ompt_callback_t)count);
  return 1;
}
static void end(ompt_data_t* data) { printf("%d regions\n", regions); }
ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
  static ompt_start_tool_result_t tool = {begin, end, {0}};
  return &tool;
}

#ifndef TOOL_ALONE
static void work(int i) {
#pragma omp parallel num_threads(2)
  {
    if (i < 0) puts("negative");
  }
}
int main(void) {
  for (int i = 0; i < 3; ++i) work(i);
  return 5;
}
#endif
