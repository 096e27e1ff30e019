// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Functions of a program in C++, to be compiled with -finstrument-functions: namespaces, methods,
// templates, overloads, a lambda, and exceptions that skip the ends of functions.
//
// No wait states.
#include <cstdlib>

#include "counted_functions.h"

namespace shapes {

class Shape {
 public:
  virtual ~Shape() {}
  virtual double area() const = 0;
};

class Square : public Shape {
 public:
  explicit Square(double side) : side_(side) { CALLED("shapes::Square::Square(double)"); }
  double area() const override {
    CALLED("shapes::Square::area() const");
    return side_ * side_;
  }

 private:
  double side_;
};

template <class Number>
Number twice(Number value) {
  return value + value;
}
template <>
int twice(int value) {
  CALLED("int shapes::twice<int>(int)");
  return 2 * value;
}

}  // namespace shapes

namespace {

void fail(int depth) {
  CALLED("(anonymous namespace)::fail(int)");
  if (depth == 0) throw depth;
  fail(depth - 1);
}

void after_failure() { CALLED("(anonymous namespace)::after_failure()"); }

int attempt(int depth) {
  CALLED("(anonymous namespace)::attempt(int)");
  try {
    fail(depth);
  } catch (int) {
    return -depth;
  }
  return depth;
}

double attempt(double value) {
  CALLED("(anonymous namespace)::attempt(double)");
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  CALLED("main");
  const int iterations = argc > 1 ? std::atoi(argv[1]) : 4;
  double sum = 0;
  for (int i = 0; i < iterations; ++i) {
    const shapes::Square square(i);
    sum += square.area() + shapes::twice(i) + attempt(i) + attempt(1.5);
    after_failure();
  }
  const auto add = [&sum](double value) {
#ifdef __clang__
    CALLED("main::$_0::operator()(double) const");
#else
    CALLED("main::{lambda(double)#1}::operator()(double) const");
#endif
    sum += value;
  };
  add(1);
  PRINT_CALLED("methods");
  return sum < 0;
}
