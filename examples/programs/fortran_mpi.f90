! SPDX-FileCopyrightText: 2026 The Lull contributors
! SPDX-License-Identifier: BSD-3-Clause
!
! Messages in a ring, blocking and non-blocking, and collectives, through the module mpi.
! fortran_f08.f90, fortran_mpi.f90 and fortran_mpif.f do the same through MPI's three interfaces for
! Fortran. Needs two processes at least.
!
! Wait states on purpose: late senders around the ring and in MPI_Waitall, a late root of MPI_Bcast,
! waiting at MPI_Allreduce and MPI_Barrier for the highest rank.
program fortran_mpi
  use mpi
  use counted
  implicit none
  integer, parameter :: elements = 100, microseconds = 300
  integer :: requests(2), ierror
  integer :: rank, processes, left, right, iteration, iterations
  integer :: sums(kinds)
  double precision :: out(elements), in(elements), total

  iterations = iterations_from_argument(30)
  call count_call('MPI_Init')
  call MPI_Init(ierror)
  call count_call('MPI_Comm_rank')
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call count_call('MPI_Comm_size')
  call MPI_Comm_size(MPI_COMM_WORLD, processes, ierror)
  left = mod(rank + processes - 1, processes)
  right = mod(rank + 1, processes)
  out = rank
  do iteration = 1, iterations
    call ring()
    call exchange()
    call agree()
  end do
  call finish()

contains

  ! Rank 0 starts; all others wait for the left neighbour.
  subroutine ring()
    if (rank == 0) then
      call compute(microseconds)
      call send_right()
      call receive_left()
    else
      call receive_left()
      call compute(microseconds / 4)
      call send_right()
    end if
  end subroutine

  subroutine send_right()
    call count_call('MPI_Send')
    call MPI_Send(out, elements, MPI_DOUBLE_PRECISION, right, 1, &
      MPI_COMM_WORLD, ierror)
  end subroutine

  subroutine receive_left()
    call count_call('MPI_Recv')
    call MPI_Recv(in, elements, MPI_DOUBLE_PRECISION, left, 1, &
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  end subroutine

  subroutine exchange()
    call count_call('MPI_Irecv')
    call MPI_Irecv(in, elements, MPI_DOUBLE_PRECISION, left, 2, &
      MPI_COMM_WORLD, requests(1), ierror)
    if (rank == 1) call compute(2 * microseconds)
    call count_call('MPI_Isend')
    call MPI_Isend(out, elements, MPI_DOUBLE_PRECISION, right, 2, &
      MPI_COMM_WORLD, requests(2), ierror)
    call count_call('MPI_Waitall')
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
  end subroutine

  subroutine agree()
    if (rank == 0) call compute(microseconds)
    call count_call('MPI_Bcast')
    call MPI_Bcast(out, elements, MPI_DOUBLE_PRECISION, 0, &
      MPI_COMM_WORLD, ierror)
    if (rank == processes - 1) call compute(microseconds)
    call count_call('MPI_Allreduce')
    call MPI_Allreduce(out(1), total, 1, MPI_DOUBLE_PRECISION, &
      MPI_SUM, MPI_COMM_WORLD, ierror)
    if (rank == processes - 1) call compute(microseconds)
    call count_call('MPI_Barrier')
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end subroutine

  ! Counts its own calls before it sums up.
  subroutine finish()
    call count_call('MPI_Reduce')
    call count_call('MPI_Finalize')
    call MPI_Reduce(counts, sums, kinds, MPI_INTEGER, MPI_SUM, 0, &
      MPI_COMM_WORLD, ierror)
    if (rank == 0) call print_sums('fortran_mpi', processes, sums)
    call MPI_Finalize(ierror)
  end subroutine
end program
