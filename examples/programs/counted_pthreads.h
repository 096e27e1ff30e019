// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes calls of Pthreads count themselves (counted.h). Include it after all other headers.
#ifndef LULL_EXAMPLES_COUNTED_PTHREADS_H
#define LULL_EXAMPLES_COUNTED_PTHREADS_H

#include <pthread.h>

#include "counted.h"

#define pthread_create(...) COUNTED_CALL(pthread_create, __VA_ARGS__)
#define pthread_join(...) COUNTED_CALL(pthread_join, __VA_ARGS__)
#define pthread_mutex_lock(...) COUNTED_CALL(pthread_mutex_lock, __VA_ARGS__)
#define pthread_mutex_unlock(...) COUNTED_CALL(pthread_mutex_unlock, __VA_ARGS__)
#define pthread_cond_wait(...) COUNTED_CALL(pthread_cond_wait, __VA_ARGS__)
#define pthread_cond_signal(...) COUNTED_CALL(pthread_cond_signal, __VA_ARGS__)
#define pthread_barrier_wait(...) COUNTED_CALL(pthread_barrier_wait, __VA_ARGS__)
#define pthread_rwlock_rdlock(...) COUNTED_CALL(pthread_rwlock_rdlock, __VA_ARGS__)
#define pthread_rwlock_wrlock(...) COUNTED_CALL(pthread_rwlock_wrlock, __VA_ARGS__)
#define pthread_rwlock_unlock(...) COUNTED_CALL(pthread_rwlock_unlock, __VA_ARGS__)

#endif
