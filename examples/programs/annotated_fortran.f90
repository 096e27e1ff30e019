! SPDX-FileCopyrightText: 2026 The Lull contributors
! SPDX-License-Identifier: BSD-3-Clause
!
! The annotations of annotated.c in Fortran, with the module lull_record. Runs without MPI, and
! prints what a trace of it must contain.
!
! No wait states.
program annotated_fortran
  use lull_record
  implicit none
  integer, parameter :: iterations = 6
  integer :: i, sweeps, parameters, metrics
  double precision :: residual

  sweeps = 0
  parameters = 0
  metrics = 0
  call lull_cart_create("grid", [2, 3], [.false., .true.])
  call lull_cart_coord("grid", [1, 2])
  do i = 0, iterations - 1
    call solve(i)
  end do
  call lull_recording_off()
  call lull_region_begin("unrecorded")
  call lull_region_end("unrecorded")
  call lull_recording_on()
  print '(a,i0,a,i0,a,es22.15,a,i0,a,i0,a)', &
    '{"program":"annotated_fortran","processes":1,"parameters":', parameters, ',"metrics":', metrics, &
    ',"last_metric":', residual, ',"functions":{"solve":', iterations, ',"sweep":', sweeps, '}}'

contains

  subroutine solve(n)
    integer, intent(in) :: n
    integer :: sweep
    call lull_region_begin("solve")
    call lull_parameter_int("size", n)
    parameters = parameters + 1
    do sweep = 1, n
      call lull_region_begin("sweep")
      sweeps = sweeps + 1
      call lull_region_end("sweep")
    end do
    residual = 1d0 / (n + 1)
    call lull_metric("residual", "1", residual)
    metrics = metrics + 1
    call lull_region_end("solve")
  end subroutine
end program
