! SPDX-FileCopyrightText: 2026 The Lull contributors
! SPDX-License-Identifier: BSD-3-Clause
!
! Counts the MPI calls of an example program in Fortran, and prints the same line of JSON as
! counted.h; `call count_call('MPI_Send')` precedes each call. Also contains the functions of
! compute.h.
module counted
  use, intrinsic :: iso_fortran_env, only: int64, output_unit
  implicit none
  private
  public :: count_call, print_sums, compute, iterations_from_argument

  integer, parameter, public :: kinds = 20
  integer, parameter :: first_collective = 1, last_collective = 5
  character(len=17), parameter :: names(kinds) = [ character(len=17) :: &
    'MPI_Barrier', 'MPI_Bcast', 'MPI_Reduce', 'MPI_Allreduce', 'MPI_Alltoallw', &
    'MPI_Comm_split', 'MPI_Comm_free', 'MPI_Comm_set_name', &
    'MPI_Wait', 'MPI_Waitany', 'MPI_Waitsome', 'MPI_Init', 'MPI_Comm_rank', &
    'MPI_Comm_size', 'MPI_Finalize', 'MPI_Send', 'MPI_Recv', 'MPI_Isend', 'MPI_Irecv', 'MPI_Waitall' ]
  integer, public :: counts(kinds) = 0

contains

  subroutine count_call(name)
    character(len=*), intent(in) :: name
    integer :: i
    i = index_of(name)
    counts(i) = counts(i) + 1
  end subroutine

  subroutine print_sums(program_name, processes, sums)
    character(len=*), intent(in) :: program_name
    integer, intent(in) :: processes, sums(kinds)
    write (output_unit, '(*(a))') '{"program":"', program_name, '","processes":', text(processes), &
      ',"sends":', text(sums(index_of('MPI_Send')) + sums(index_of('MPI_Isend'))), &
      ',"receives":', text(sums(index_of('MPI_Recv')) + sums(index_of('MPI_Irecv'))), &
      ',"cancelled_receives":0,"puts":0,"gets":0,"accumulates":0,"atomics":0', &
      ',"collectives":', object(sums, first_collective, last_collective), &
      ',"nonblocking_collectives":{},"neighbourhood_collectives":{},"openmp":{},"pthreads":{}' // &
      ',"calls":', object(sums, 1, kinds) // '}'
    flush (output_unit)
  end subroutine

  ! Keeps the processor busy.
  subroutine compute(microseconds)
    integer, intent(in) :: microseconds
    integer(int64) :: start, now, rate
    call system_clock(start, rate)
    do
      call system_clock(now)
      if ((now - start) * 1000000_int64 / rate >= microseconds) exit
    end do
  end subroutine

  integer function iterations_from_argument(otherwise) result(iterations)
    integer, intent(in) :: otherwise
    character(len=20) :: argument
    iterations = otherwise
    if (command_argument_count() < 1) return
    call get_command_argument(1, argument)
    read (argument, *) iterations
  end function

  integer function index_of(name)
    character(len=*), intent(in) :: name
    do index_of = 1, kinds
      if (names(index_of) == name) return
    end do
    error stop 'count_call: a name that is not in the table'
  end function

  function text(number)
    integer, intent(in) :: number
    character(len=:), allocatable :: text
    character(len=12) :: digits
    write (digits, '(i0)') number
    text = trim(digits)
  end function

  function object(sums, first, last)
    integer, intent(in) :: sums(kinds), first, last
    character(len=:), allocatable :: object
    integer :: i
    object = '{'
    do i = first, last
      if (sums(i) == 0) cycle
      if (len(object) > 1) object = object // ','
      object = object // '"' // trim(names(i)) // '":' // text(sums(i))
    end do
    object = object // '}'
  end function
end module
