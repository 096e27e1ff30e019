// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of gcc's OpenMP runtime that the recorder intercepts, by purpose. Functions that
// begin or end nothing that is recorded (GOMP_loop_*_next, ...) are not listed.
#pragma once

// clang-format off

// Functions that begin a loop; each has further arguments.
#define LULL_GOMP_LOOP_STARTS(X)                                                               \
  X(GOMP_loop_static_start) X(GOMP_loop_dynamic_start) X(GOMP_loop_guided_start)               \
  X(GOMP_loop_runtime_start) X(GOMP_loop_nonmonotonic_dynamic_start)                           \
  X(GOMP_loop_nonmonotonic_guided_start) X(GOMP_loop_nonmonotonic_runtime_start)               \
  X(GOMP_loop_maybe_nonmonotonic_runtime_start) X(GOMP_loop_ordered_static_start)              \
  X(GOMP_loop_ordered_dynamic_start) X(GOMP_loop_ordered_guided_start)                         \
  X(GOMP_loop_ordered_runtime_start) X(GOMP_loop_doacross_static_start)                        \
  X(GOMP_loop_doacross_dynamic_start) X(GOMP_loop_doacross_guided_start)                       \
  X(GOMP_loop_doacross_runtime_start) X(GOMP_loop_start) X(GOMP_loop_ordered_start)            \
  X(GOMP_loop_doacross_start)                                                                  \
  X(GOMP_loop_ull_static_start) X(GOMP_loop_ull_dynamic_start) X(GOMP_loop_ull_guided_start)   \
  X(GOMP_loop_ull_runtime_start) X(GOMP_loop_ull_nonmonotonic_dynamic_start)                   \
  X(GOMP_loop_ull_nonmonotonic_guided_start) X(GOMP_loop_ull_nonmonotonic_runtime_start)       \
  X(GOMP_loop_ull_maybe_nonmonotonic_runtime_start) X(GOMP_loop_ull_ordered_static_start)      \
  X(GOMP_loop_ull_ordered_dynamic_start) X(GOMP_loop_ull_ordered_guided_start)                 \
  X(GOMP_loop_ull_ordered_runtime_start) X(GOMP_loop_ull_doacross_static_start)                \
  X(GOMP_loop_ull_doacross_dynamic_start) X(GOMP_loop_ull_doacross_guided_start)               \
  X(GOMP_loop_ull_doacross_runtime_start) X(GOMP_loop_ull_start) X(GOMP_loop_ull_ordered_start)\
  X(GOMP_loop_ull_doacross_start)

#define LULL_GOMP_SECTIONS_STARTS(X) X(GOMP_sections_start) X(GOMP_sections2_start)

// Run a function in each thread of a new team; the first three arguments are the function, its
// argument and the requested number of threads.
#define LULL_GOMP_PARALLEL_LOOPS(X)                                                            \
  X(GOMP_parallel_loop_static) X(GOMP_parallel_loop_dynamic) X(GOMP_parallel_loop_guided)      \
  X(GOMP_parallel_loop_runtime) X(GOMP_parallel_loop_nonmonotonic_dynamic)                     \
  X(GOMP_parallel_loop_nonmonotonic_guided) X(GOMP_parallel_loop_nonmonotonic_runtime)         \
  X(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

#define LULL_GOMP_OTHERS(X)                                                                    \
  X(GOMP_parallel) X(GOMP_parallel_reductions) X(GOMP_parallel_sections) X(GOMP_teams_reg)     \
  X(GOMP_loop_end) X(GOMP_loop_end_nowait) X(GOMP_loop_end_cancel)                             \
  X(GOMP_sections_end) X(GOMP_sections_end_nowait) X(GOMP_sections_end_cancel)                 \
  X(GOMP_single_start) X(GOMP_single_copy_start) X(GOMP_single_copy_end)                       \
  X(GOMP_barrier) X(GOMP_barrier_cancel) X(GOMP_workshare_task_reduction_unregister)           \
  X(GOMP_ordered_start) X(GOMP_ordered_end) X(GOMP_critical_start) X(GOMP_critical_end)        \
  X(GOMP_critical_name_start) X(GOMP_critical_name_end) X(GOMP_atomic_start)                   \
  X(GOMP_atomic_end) X(GOMP_task) X(GOMP_taskloop) X(GOMP_taskloop_ull) X(GOMP_taskwait)       \
  X(GOMP_taskwait_depend) X(GOMP_taskgroup_end) X(GOMP_target_ext)

// Named omp_set_lock in C and omp_set_lock_ in Fortran.
#define LULL_GOMP_LOCKS(X)                                                                     \
  X(omp_set_lock) X(omp_unset_lock) X(omp_set_nest_lock) X(omp_unset_nest_lock)                \
  X(omp_set_lock_) X(omp_unset_lock_) X(omp_set_nest_lock_) X(omp_unset_nest_lock_)            \
  X(omp_test_lock) X(omp_test_nest_lock) X(omp_test_lock_) X(omp_test_nest_lock_)

// LLVM runtime functions, intercepted for their call sites.
#define LULL_LLVM_TASKLOOPS(X) X(__kmpc_taskloop) X(__kmpc_taskloop_5)

// Called by the recorder, not intercepted.
#define LULL_GOMP_QUESTIONS(X) X(omp_get_thread_num) X(omp_get_num_threads)

// clang-format on

#define LULL_GOMP_ENTRIES(X)   \
  LULL_GOMP_LOOP_STARTS(X)     \
  LULL_GOMP_SECTIONS_STARTS(X) \
  LULL_GOMP_PARALLEL_LOOPS(X)  \
  LULL_GOMP_OTHERS(X) LULL_GOMP_LOCKS(X) LULL_LLVM_TASKLOOPS(X) LULL_GOMP_QUESTIONS(X)
