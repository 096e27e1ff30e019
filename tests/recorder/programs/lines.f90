! SPDX-FileCopyrightText: 2026 The Lull contributors
! SPDX-License-Identifier: BSD-3-Clause
!
! Consecutive OpenMP constructs with nothing in between.
program lines
  implicit none
  integer :: i, a(16)
  a = 0
  !$omp parallel num_threads(2)
  !$omp do schedule(dynamic)
  do i = 1, 16
    a(i) = i
  end do
  !$omp end do nowait
  !$omp do &
  !$omp& schedule(guided)
  do i = 1, 16
    a(i) = 2 * a(i)
  end do
  !$omp enddo
  !$omp single
  a(1) = 0
  !$omp end single nowait
  !$omp single
  a(2) = 0
  !$omp end single
  !$omp barrier
  !$omp end parallel
  print *, sum(a)
end program lines
