! SPDX-FileCopyrightText: 2026 The Lull contributors
! SPDX-License-Identifier: BSD-3-Clause
!
! The Fortran counterpart of record.h: annotates regions, parameters, metrics and grids for `lull
! record`. Compile it with the program; nothing else needs to be linked. When the program is not
! being recorded, a call costs one comparison.
!
!     use lull_record
!     call lull_region_begin("solve")
!     call lull_parameter_int("size", n)
!     call lull_region_end("solve")
module lull_record
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: lull_region_begin, lull_region_end, lull_recording_off, lull_recording_on
  public :: lull_parameter_int, lull_metric, lull_cart_create, lull_cart_coord

  abstract interface
    subroutine named(name) bind(C)
      import :: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine plain() bind(C)
    end subroutine
    subroutine with_integer(name, value) bind(C)
      import :: c_char, c_long_long
      character(kind=c_char), intent(in) :: name(*)
      integer(c_long_long), value :: value
    end subroutine
    subroutine with_real(name, unit, value) bind(C)
      import :: c_char, c_double
      character(kind=c_char), intent(in) :: name(*), unit(*)
      real(c_double), value :: value
    end subroutine
    subroutine with_sizes(name, dimensions, sizes, periodic) bind(C)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: dimensions
      integer(c_int), intent(in) :: sizes(*), periodic(*)
    end subroutine
    subroutine with_coordinates(name, dimensions, coordinates) bind(C)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: dimensions
      integer(c_int), intent(in) :: coordinates(*)
    end subroutine
  end interface

  interface
    function dlsym(library, name) bind(C, name="dlsym") result(address)
      import :: c_ptr, c_char, c_funptr
      type(c_ptr), value :: library
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr) :: address
    end function
  end interface

  logical, save :: looked = .false., loaded = .false.
  procedure(named), pointer, save :: enter => null(), leave => null()
  procedure(plain), pointer, save :: pause_recording => null(), resume_recording => null()
  procedure(with_integer), pointer, save :: parameter_int => null()
  procedure(with_real), pointer, save :: metric => null()
  procedure(with_sizes), pointer, save :: grid => null()
  procedure(with_coordinates), pointer, save :: place => null()

contains

  ! Returns whether the recorder is loaded in the program.
  logical function recorded()
    if (.not. looked) call look()
    recorded = loaded
  end function

  function found(name) result(address)
    character(*), intent(in) :: name
    type(c_funptr) :: address
    address = dlsym(c_null_ptr, name // c_null_char)
  end function

  subroutine look()
    if (c_associated(found("lull_record_enter_name"))) then
      call c_f_procpointer(found("lull_record_enter_name"), enter)
      call c_f_procpointer(found("lull_record_leave_name"), leave)
      call c_f_procpointer(found("lull_record_pause"), pause_recording)
      call c_f_procpointer(found("lull_record_resume"), resume_recording)
      call c_f_procpointer(found("lull_record_parameter_name"), parameter_int)
      call c_f_procpointer(found("lull_record_metric_name"), metric)
      call c_f_procpointer(found("lull_record_grid"), grid)
      call c_f_procpointer(found("lull_record_place"), place)
      loaded = .true.
    end if
    looked = .true.
  end subroutine

  subroutine lull_region_begin(name)
    character(*), intent(in) :: name
    if (recorded()) call enter(name // c_null_char)
  end subroutine

  subroutine lull_region_end(name)
    character(*), intent(in) :: name
    if (recorded()) call leave(name // c_null_char)
  end subroutine

  subroutine lull_recording_off()
    if (recorded()) call pause_recording()
  end subroutine

  subroutine lull_recording_on()
    if (recorded()) call resume_recording()
  end subroutine

  subroutine lull_parameter_int(name, value)
    character(*), intent(in) :: name
    integer, intent(in) :: value
    if (recorded()) call parameter_int(name // c_null_char, int(value, c_long_long))
  end subroutine

  subroutine lull_metric(name, unit, value)
    character(*), intent(in) :: name, unit
    real(c_double), intent(in) :: value
    if (recorded()) call metric(name // c_null_char, unit // c_null_char, value)
  end subroutine

  subroutine lull_cart_create(name, sizes, periodic)
    character(*), intent(in) :: name
    integer, intent(in) :: sizes(:)
    logical, intent(in) :: periodic(:)
    if (recorded()) call grid(name // c_null_char, int(size(sizes), c_int), &
                              int(sizes, c_int), merge(1_c_int, 0_c_int, periodic))
  end subroutine

  subroutine lull_cart_coord(name, coordinates)
    character(*), intent(in) :: name
    integer, intent(in) :: coordinates(:)
    if (recorded()) call place(name // c_null_char, int(size(coordinates), c_int), &
                               int(coordinates, c_int))
  end subroutine

end module lull_record
