/* SPDX-FileCopyrightText: 2026 The Lull contributors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Annotates a program's source for `lull record`, which records the annotations in addition to
 * library calls: named regions, parameters, metrics and process grids. Also switches recording off
 * and on. For C and C++, compiled by gcc or clang; for Fortran there is lull_record.f90.
 *
 *     void solve(int n) {
 *       LULL_REGION("solve");               // lasts to the end of the block
 *       LULL_PARAMETER_INT("size", n);      // calls with different values are distinguished
 *       ...
 *       LULL_METRIC("residual", "1", residual);
 *     }
 *
 * Names are literals; the same name means the same thing everywhere. Nothing needs to be linked:
 * when the program is not being recorded, each macro costs one comparison. Thread-safe.
 */
#ifndef LULL_RECORD_H
#define LULL_RECORD_H

/* Begins a region that ends with the enclosing block, however the block is left. One per line. */
#define LULL_REGION(name)                                       \
  LULL_SITE_(LULL_JOIN_(lull_site_, __LINE__), name, __FILE__); \
  struct lull_site* LULL_JOIN_(lull_scope_, __LINE__)           \
      __attribute__((cleanup(lull_end_scope_), unused)) =       \
          lull_begin_scope_(&LULL_JOIN_(lull_site_, __LINE__))

/* For regions that are not blocks. END ends the innermost region with that name, and all regions
 * begun inside it. */
#define LULL_REGION_BEGIN(name) LULL_AT_SITE_(lull_record_enter, name, __FILE__, (&lull_here_))
#define LULL_REGION_END(name) LULL_AT_SITE_(lull_record_leave, name, __FILE__, (&lull_here_))

/* Between OFF and ON nothing is recorded in this process. Both must be called with the same regions
 * open; no message may have only one end in between. */
#define LULL_RECORDING_OFF() LULL_CALL_(lull_record_pause, ())
#define LULL_RECORDING_ON() LULL_CALL_(lull_record_resume, ())

/* Records an integer property of the open region and everything that it calls. */
#define LULL_PARAMETER_INT(name, value) \
  LULL_AT_SITE_(lull_record_parameter, name, "", (&lull_here_, (long long)(value)))

/* Records a numeric value at this moment, with its unit. */
#define LULL_METRIC(name, unit, value) \
  LULL_AT_SITE_(lull_record_metric, name, unit, (&lull_here_, (double)(value)))

/* A grid of threads or processes: arrays of `dimensions` integers with the grid's sizes and whether
 * each dimension is periodic, and the coordinates of the calling thread. Every process must create
 * the grid. */
#define LULL_CART_CREATE(name, dimensions, sizes, periodic) \
  LULL_CALL_(lull_record_grid, (name, dimensions, sizes, periodic))
#define LULL_CART_COORD(name, dimensions, coordinates) \
  LULL_CALL_(lull_record_place, (name, dimensions, coordinates))

/* Implementation of the macros. */

#ifdef __cplusplus
extern "C" {
#endif

struct lull_site {
  const char* name;
  const char* detail; /* the file of a region, the unit of a metric */
  unsigned line;
  unsigned number; /* assigned by the recorder; 0 before */
};

#define LULL_WEAK_ __attribute__((weak))
void lull_record_enter(struct lull_site* site) LULL_WEAK_;
void lull_record_leave(struct lull_site* site) LULL_WEAK_;
void lull_record_pause(void) LULL_WEAK_;
void lull_record_resume(void) LULL_WEAK_;
void lull_record_parameter(struct lull_site* site, long long value) LULL_WEAK_;
void lull_record_metric(struct lull_site* site, double value) LULL_WEAK_;
void lull_record_grid(const char* name, int dimensions, const int* sizes,
                      const int* periodic) LULL_WEAK_;
void lull_record_place(const char* name, int dimensions, const int* coordinates) LULL_WEAK_;
#undef LULL_WEAK_

#ifdef __cplusplus
}
#endif

/* In code that is not position-independent, linkers assume that a missing weak function will never
 * exist. The global offset table, by contrast, is filled when the program is loaded. */
#if defined(__x86_64__) && !defined(__PIC__) && !defined(__PIE__)
#define LULL_FIND_(function) \
  __asm__(".weak " #function "\n\tmovq " #function "@GOTPCREL(%%rip), %0" : "=r"(lull_function_))
#else
#define LULL_FIND_(function) (lull_function_ = function)
#endif

#define LULL_CALL_(function, arguments)                                     \
  do {                                                                      \
    __typeof__(&function) lull_function_;                                   \
    LULL_FIND_(function);                                                   \
    if (__builtin_expect(lull_function_ != 0, 0)) lull_function_ arguments; \
  } while (0)

#define LULL_JOIN_(a, b) LULL_JOIN_AGAIN_(a, b)
#define LULL_JOIN_AGAIN_(a, b) a##b
#define LULL_SITE_(variable, name, detail) \
  static struct lull_site variable = {name, detail, __LINE__, 0}
#define LULL_AT_SITE_(function, name, detail, arguments) \
  do {                                                   \
    LULL_SITE_(lull_here_, name, detail);                \
    LULL_CALL_(function, arguments);                     \
  } while (0)

/* With -finstrument-functions these would be recorded as program functions. */
static inline __attribute__((unused, no_instrument_function)) struct lull_site* lull_begin_scope_(struct lull_site* site) {
  LULL_CALL_(lull_record_enter, (site));
  return site;
}

static inline __attribute__((unused, no_instrument_function)) void lull_end_scope_(struct lull_site** scope) {
  LULL_CALL_(lull_record_leave, (*scope));
}

#endif
