! SPDX-FileCopyrightText: 2026 The Lull contributors
! SPDX-License-Identifier: BSD-3-Clause
!
! Like pings.c, without messages.
program pings
  implicit none
  include 'mpif.h'
  integer :: i, rank, error
  call mpi_init(error)
  call mpi_comm_rank(mpi_comm_world, rank, error)
  do i = 1, 10
    if (i == 5 .and. command_argument_count() > 0) call mpi_pcontrol(0)
    if (i == 8 .and. command_argument_count() > 0) call mpi_pcontrol(1)
    call mpi_barrier(mpi_comm_world, error)
  end do
  call mpi_finalize(error)
  if (rank == 0) print '(a)', 'done'
end program pings
