! SPDX-FileCopyrightText: 2026 The Lull contributors
! SPDX-License-Identifier: BSD-3-Clause
!
! Differences between Fortran and C: completion of some of several requests, statuses, named
! constants in place of buffers, arrays of handles. Uses the module mpi_f08. Each process gathers
! messages of different sizes from its left neighbour. Needs at least two processes.
!
! Wait states on purpose: late senders in MPI_Waitany and MPI_Waitsome.
program fortran_requests
  use mpi_f08
  use counted
  implicit none
  integer, parameter :: messages = 3, elements = 10, microseconds = 300
  type(MPI_Request) :: requests(messages), sending(messages)
  type(MPI_Comm) :: half
  integer :: rank, processes, left, right, iteration, iterations
  integer :: sums(kinds), in(elements, messages), out(elements)

  iterations = iterations_from_argument(10)
  call count_call('MPI_Init')
  call MPI_Init()
  call count_call('MPI_Comm_rank')
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call count_call('MPI_Comm_size')
  call MPI_Comm_size(MPI_COMM_WORLD, processes)
  left = mod(rank + processes - 1, processes)
  right = mod(rank + 1, processes)
  out = rank
  call count_call('MPI_Comm_split')
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half)
  call count_call('MPI_Comm_set_name')
  call MPI_Comm_set_name(half, 'every other process')
  do iteration = 1, iterations
    call exchange()
    call complete_any()
    call exchange()
    call complete_some()
    call in_place()
  end do
  call count_call('MPI_Comm_free')
  call MPI_Comm_free(half)
  call finish()

contains

  ! Messages of one, two and three numbers, the longest first.
  subroutine exchange()
    integer :: i
    do i = 1, messages
      call count_call('MPI_Irecv')
      call MPI_Irecv(in(:, i), elements, MPI_INTEGER, left, i, MPI_COMM_WORLD, requests(i))
    end do
    if (rank == 0) call compute(microseconds)
    do i = messages, 1, -1
      call count_call('MPI_Isend')
      call MPI_Isend(out, i, MPI_INTEGER, right, i, MPI_COMM_WORLD, sending(i))
    end do
  end subroutine

  subroutine complete_any()
    integer :: i, place
    type(MPI_Status) :: status
    do i = 1, messages
      call count_call('MPI_Waitany')
      call MPI_Waitany(messages, requests, place, status)
      if (status%MPI_SOURCE /= left) error stop 'a status has another source'
    end do
    call count_call('MPI_Waitall')
    call MPI_Waitall(messages, sending, MPI_STATUSES_IGNORE)
  end subroutine

  subroutine complete_some()
    integer :: done, some, places(messages)
    done = 0
    do while (done < messages)
      call count_call('MPI_Waitsome')
      call MPI_Waitsome(messages, requests, some, places, MPI_STATUSES_IGNORE)
      done = done + some
    end do
    do done = 1, messages
      call count_call('MPI_Wait')
      call MPI_Wait(sending(done), MPI_STATUS_IGNORE)
    end do
  end subroutine

  subroutine in_place()
    integer, allocatable :: blocks(:), zeros(:), received(:)
    type(MPI_Datatype), allocatable :: types(:)
    allocate (blocks(processes), zeros(processes), received(processes), types(processes))
    blocks = 1
    zeros = 0
    types = MPI_INTEGER
    call count_call('MPI_Allreduce')
    call MPI_Allreduce(MPI_IN_PLACE, out, elements, MPI_INTEGER, MPI_MAX, half)
    call count_call('MPI_Alltoallw')
    call MPI_Alltoallw(blocks, blocks, zeros, types, received, blocks, zeros, types, &
      MPI_COMM_WORLD)
  end subroutine

  ! Counts its own calls before it sums up.
  subroutine finish()
    call count_call('MPI_Reduce')
    call count_call('MPI_Finalize')
    call MPI_Reduce(counts, sums, kinds, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD)
    if (rank == 0) call print_sums('fortran_requests', processes, sums)
    call MPI_Finalize()
  end subroutine
end program
