// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/profile_metrics.hpp"

#include <array>
#include <cstddef>

namespace lull::analysis {
namespace {

// id, name, parent, unit, summary, formula, advice
constexpr std::array kMetrics{
    MetricInfo{
        "time", "Time", "", Unit::Seconds, "Total wall time of all locations, idle ones included.",
        "Σ over locations of the time from the first to the last event of their process", ""},
    MetricInfo{"execution", "Execution", "time", Unit::Seconds,
               "Time in which the program executed: all but measurement overhead and idle threads.",
               "time − overhead − omp_idle_threads", ""},
<<<<<<< HEAD
    MetricInfo{"comp", "Computation", "execution", Seconds,
               "Time in the program's own code, outside all libraries that the analysis knows.",
               "own time of user regions", ""},
    MetricInfo{"mpi", "MPI", "execution", Seconds,
               "Time in MPI functions; the exclusive value is that of functions in none of the "
               "classes below.",
               "own time of MPI regions", ""},
=======
    MetricInfo{
        "comp", "Computation", "execution", Unit::Seconds,
        "Time in the program's own code, outside every library that is known to the analysis.",
        "own time of user regions", ""},
    MetricInfo{
        "mpi", "MPI", "execution", Unit::Seconds,
        "Time in MPI functions. Its own part is that of functions in none of the classes below.",
        "own time of MPI regions", ""},
>>>>>>> 6d5934e (build: the sources of a folder are compiled as one unit)
    MetricInfo{
        "mpi_management", "Management", "mpi", Unit::Seconds,
        "Time in MPI functions that manage the environment, communicators, files and windows.", "",
        ""},
    MetricInfo{"mpi_init_exit", "Init/Exit", "mpi_management", Unit::Seconds,
               "Time in MPI_Init, MPI_Init_thread, MPI_Finalize and sessions.", "",
               "Usually unavoidable; it matters in short runs only."},
    MetricInfo{"mpi_mgmt_comm", "Communicator", "mpi_management", Unit::Seconds,
               "Time in functions on communicators, groups and topologies.", "",
               "Create communicators once, outside loops."},
    MetricInfo{"mpi_mgmt_file", "File", "mpi_management", Unit::Seconds,
               "Time in MPI file functions that transfer no data: open, close, views, pointers.",
               "", "Open files once; avoid changing views in loops."},
    MetricInfo{"mpi_mgmt_win", "Window", "mpi_management", Unit::Seconds,
               "Time in functions that create and free windows.", "",
               "Create windows once, outside loops."},
    MetricInfo{"mpi_synchronization", "Synchronization", "mpi", Unit::Seconds,
               "Time in MPI functions that only synchronise.", "", ""},
    MetricInfo{"mpi_sync_collective", "Collective", "mpi_synchronization", Unit::Seconds,
               "Time in MPI barriers.", "",
               "Check whether each barrier is needed; message passing synchronises by itself."},
    MetricInfo{"mpi_rma_synchronization", "Remote Memory Access", "mpi_synchronization",
               Unit::Seconds, "Time in functions that synchronise one-sided communication.", "",
               ""},
    MetricInfo{"mpi_rma_sync_active", "Active Target", "mpi_rma_synchronization", Unit::Seconds,
               "Time in fences and in post, start, complete and wait.", "",
               "Group transfers into fewer epochs."},
    MetricInfo{"mpi_rma_sync_passive", "Passive Target", "mpi_rma_synchronization", Unit::Seconds,
               "Time in locks, unlocks and flushes of windows.", "",
<<<<<<< HEAD
               "Hold locks for a shorter time, or use shared locks."},
    MetricInfo{"mpi_communication", "Communication", "mpi", Seconds,
=======
               "Hold locks for shorter, or use shared ones."},
    MetricInfo{"mpi_communication", "Communication", "mpi", Unit::Seconds,
>>>>>>> 6d5934e (build: the sources of a folder are compiled as one unit)
               "Time in MPI functions that transfer data between processes.", "", ""},
    MetricInfo{
        "mpi_point2point", "Point-to-point", "mpi_communication", Unit::Seconds,
        "Time in point-to-point functions, including waiting for and testing their requests.", "",
<<<<<<< HEAD
        "See late senders and late receivers below; the rest is transfer and overhead."},
    MetricInfo{"mpi_collective", "Collective", "mpi_communication", Seconds,
               "Time in collective communication.", "",
               "See the waiting times below; the rest is transfer and overhead."},
    MetricInfo{"mpi_rma_communication", "Remote Memory Access", "mpi_communication", Seconds,
=======
        "See the late senders and late receivers below: what remains is transfer and overhead."},
    MetricInfo{"mpi_collective", "Collective", "mpi_communication", Unit::Seconds,
               "Time in collective communication.", "",
               "See the waiting times below: what remains is transfer and overhead."},
    MetricInfo{"mpi_rma_communication", "Remote Memory Access", "mpi_communication", Unit::Seconds,
>>>>>>> 6d5934e (build: the sources of a folder are compiled as one unit)
               "Time in put, get, accumulate and other one-sided transfers.", "", ""},
    MetricInfo{"mpi_io", "File I/O", "mpi", Unit::Seconds,
               "Time in MPI functions that read and write files.", "", ""},
    MetricInfo{"mpi_io_individual", "Individual", "mpi_io", Unit::Seconds,
               "Time in individual reads and writes of MPI files.", "",
               "Collective file access is usually faster when many processes write."},
    MetricInfo{"mpi_io_collective", "Collective", "mpi_io", Unit::Seconds,
               "Time in collective reads and writes of MPI files.", "", ""},
    MetricInfo{"omp", "OpenMP", "execution", Unit::Seconds, "Time in the OpenMP runtime.", "", ""},
    MetricInfo{
        "omp_management", "Management", "omp", Unit::Seconds,
        "Time to start and end parallel regions, on all threads of the team.",
        "Σ per thread: (enter of the parallel region − fork) + (join − leave)",
        "Parallelise outer loops, merge parallel regions, so that teams are forked less often."},
    MetricInfo{"omp_synchronization", "Synchronization", "omp", Unit::Seconds,
               "Time in OpenMP synchronisation.", "", ""},
<<<<<<< HEAD
    MetricInfo{"omp_barrier", "Barrier", "omp_synchronization", Seconds, "Time in OpenMP barriers.",
               "", ""},
    MetricInfo{"omp_ebarrier", "Explicit", "omp_barrier", Seconds, "Time in explicit barriers.", "",
               "Check whether each barrier is needed."},
    MetricInfo{"omp_ibarrier", "Implicit", "omp_barrier", Seconds,
               "Time in the barriers that end parallel regions and work-sharing constructs.", "",
               "Use nowait where the code allows it; balance the work."},
    MetricInfo{"omp_critical", "Critical", "omp_synchronization", Seconds,
               "Time to enter critical sections and atomics.", "",
               "Shorten critical sections, give independent ones different names, or reduce into "
               "private copies."},
    MetricInfo{"omp_lock_api", "Lock API", "omp_synchronization", Seconds,
               "Time in OpenMP's lock functions.", "",
               "Hold locks for a shorter time; protect less data with each lock."},
    MetricInfo{"omp_ordered", "Ordered", "omp_synchronization", Seconds,
               "Time waiting for the turn in ordered regions.", "", ""},
    MetricInfo{"omp_taskwait", "Task Wait", "omp_synchronization", Seconds, "Time in taskwait.", "",
               ""},
    MetricInfo{"omp_flush", "Flush", "omp", Seconds, "Time in flush directives.", "", ""},
    MetricInfo{"pthread", "POSIX Threads", "execution", Seconds,
=======
    MetricInfo{"omp_barrier", "Barrier", "omp_synchronization", Unit::Seconds,
               "Time in OpenMP barriers.", "", ""},
    MetricInfo{"omp_ebarrier", "Explicit", "omp_barrier", Unit::Seconds,
               "Time in barriers that the program writes.", "",
               "Check whether each one is needed."},
    MetricInfo{"omp_ibarrier", "Implicit", "omp_barrier", Unit::Seconds,
               "Time in the barriers that end parallel regions and work-sharing constructs.", "",
               "Use nowait where the code allows it; balance the work."},
    MetricInfo{"omp_critical", "Critical", "omp_synchronization", Unit::Seconds,
               "Time to get into critical sections and atomics.", "",
               "Shorten critical sections, name them apart, or reduce into private copies."},
    MetricInfo{"omp_lock_api", "Lock API", "omp_synchronization", Unit::Seconds,
               "Time in OpenMP's lock functions.", "",
               "Hold locks for shorter; use one lock for less data."},
    MetricInfo{"omp_ordered", "Ordered", "omp_synchronization", Unit::Seconds,
               "Time to wait for the turn in ordered regions.", "", ""},
    MetricInfo{"omp_taskwait", "Task Wait", "omp_synchronization", Unit::Seconds,
               "Time in taskwait.", "", ""},
    MetricInfo{"omp_flush", "Flush", "omp", Unit::Seconds, "Time in flush directives.", "", ""},
    MetricInfo{"pthread", "POSIX Threads", "execution", Unit::Seconds,
>>>>>>> 6d5934e (build: the sources of a folder are compiled as one unit)
               "Time in functions of POSIX threads.", "", ""},
    MetricInfo{"pthread_management", "Management", "pthread", Unit::Seconds,
               "Time in creating, joining and cancelling threads.", "",
<<<<<<< HEAD
               "Reuse threads instead of creating new ones."},
    MetricInfo{"pthread_synchronization", "Synchronization", "pthread", Seconds,
=======
               "Keep threads and give them new work."},
    MetricInfo{"pthread_synchronization", "Synchronization", "pthread", Unit::Seconds,
>>>>>>> 6d5934e (build: the sources of a folder are compiled as one unit)
               "Time in barriers, read-write locks and other synchronisation of POSIX threads.", "",
               ""},
    MetricInfo{"pthread_lock_api", "Mutex", "pthread_synchronization", Unit::Seconds,
               "Time in mutex functions.", "", ""},
    MetricInfo{"pthread_conditional", "Condition", "pthread_synchronization", Unit::Seconds,
               "Time in condition variables.", "", ""},
    MetricInfo{"shmem", "SHMEM", "execution", Unit::Seconds, "Time in SHMEM functions.", "", ""},
    MetricInfo{"shmem_communication", "Communication", "shmem", Unit::Seconds,
               "Time in puts, gets, atomics and collective transfers.", "", ""},
    MetricInfo{"shmem_synchronization", "Synchronization", "shmem", Unit::Seconds,
               "Time in barriers, waits, fences and locks.", "", ""},
<<<<<<< HEAD
    MetricInfo{"shmem_init_exit", "Init/Exit", "shmem", Seconds,
               "Time to initialise and finalise SHMEM.", "", ""},
    MetricInfo{"shmem_memory", "Memory Management", "shmem", Seconds,
               "Time to allocate symmetric memory.", "", ""},
    MetricInfo{"io", "POSIX I/O", "execution", Seconds,
=======
    MetricInfo{"shmem_init_exit", "Init/Exit", "shmem", Unit::Seconds,
               "Time to start and end SHMEM.", "", ""},
    MetricInfo{"shmem_memory", "Memory Management", "shmem", Unit::Seconds,
               "Time in allocating symmetric memory.", "", ""},
    MetricInfo{"io", "POSIX I/O", "execution", Unit::Seconds,
>>>>>>> 6d5934e (build: the sources of a folder are compiled as one unit)
               "Time in functions of POSIX and ISO C that read and write files.", "", ""},
    MetricInfo{"accelerator", "Accelerator API", "execution", Unit::Seconds,
               "Time of the host in CUDA, HIP, OpenCL and OpenACC functions, and of kernels on "
               "device streams.",
               "", ""},
<<<<<<< HEAD
    MetricInfo{"overhead", "Overhead", "time", Seconds,
               "Time used by the measurement: buffer flushes, and phases without recording.", "",
               "Record less (filter small functions) or give the recorder more memory."},
    MetricInfo{
        "omp_idle_threads", "Idle Threads", "time", Seconds,
        "Time of worker threads outside parallel regions: cores that are reserved but unused.",
=======
    MetricInfo{"overhead", "Overhead", "time", Unit::Seconds,
               "Time that measurement took: buffer flushes and phases without recording.", "",
               "Record less (filter small functions) or give the recorder more memory."},
    MetricInfo{
        "omp_idle_threads", "Idle Threads", "time", Unit::Seconds,
        "Time of worker threads outside parallel regions: cores reserved and unused.",
>>>>>>> 6d5934e (build: the sources of a folder are compiled as one unit)
        "per worker: the process's time outside the parallel regions that the worker takes part in",
        "Parallelise more of the program, or use fewer threads per process."},
    MetricInfo{
        "omp_limited_parallelism", "Limited Parallelism", "omp_idle_threads", Unit::Seconds,
        "Idle time of threads while their process runs a parallel region with a smaller team.",
        "per thread that is no member: join − fork", "Let parallel regions use all threads."},
    MetricInfo{"visits", "Visits", "", Unit::Occurrences, "How often each call path was entered.",
               "", ""},
    MetricInfo{
        "syncs", "Synchronizations", "", Unit::Occurrences,
        "Operations that only synchronise: barriers, and messages and collectives without data.",
        "", ""},
    MetricInfo{"syncs_p2p", "Point-to-point", "syncs", Unit::Occurrences, "Messages of zero bytes.",
               "", ""},
    MetricInfo{"syncs_send", "Sends", "syncs_p2p", Unit::Occurrences,
               "Messages of zero bytes sent.", "", ""},
    MetricInfo{"syncs_recv", "Receives", "syncs_p2p", Unit::Occurrences,
               "Messages of zero bytes received.", "", ""},
    MetricInfo{"syncs_coll", "Collective", "syncs", Unit::Occurrences,
               "Collective operations in which a process neither sends nor receives data.", "", ""},
<<<<<<< HEAD
    MetricInfo{"comms", "Communications", "", Occurrences, "Operations that transfer data.", "",
               ""},
    MetricInfo{"comms_p2p", "Point-to-point", "comms", Occurrences, "Messages with data.", "", ""},
    MetricInfo{"comms_send", "Sends", "comms_p2p", Occurrences, "Messages with data sent.", "", ""},
    MetricInfo{"comms_recv", "Receives", "comms_p2p", Occurrences, "Messages with data received.",
               "", ""},
    MetricInfo{"comms_coll", "Collective", "comms", Occurrences,
               "Collective operations that transfer data.", "", ""},
    MetricInfo{"comms_cxch", "Exchange", "comms_coll", Occurrences,
=======
    MetricInfo{"comms", "Communications", "", Unit::Occurrences, "Operations that move data.", "",
               ""},
    MetricInfo{"comms_p2p", "Point-to-point", "comms", Unit::Occurrences, "Messages with data.", "",
               ""},
    MetricInfo{"comms_send", "Sends", "comms_p2p", Unit::Occurrences, "Messages with data sent.",
               "", ""},
    MetricInfo{"comms_recv", "Receives", "comms_p2p", Unit::Occurrences,
               "Messages with data received.", "", ""},
    MetricInfo{"comms_coll", "Collective", "comms", Unit::Occurrences,
               "Collective operations that move data.", "", ""},
    MetricInfo{"comms_cxch", "Exchange", "comms_coll", Unit::Occurrences,
>>>>>>> 6d5934e (build: the sources of a folder are compiled as one unit)
               "Collective operations in which a process sends and receives.", "", ""},
    MetricInfo{"comms_csrc", "As source", "comms_coll", Unit::Occurrences,
               "Collective operations in which a process only sends.", "", ""},
    MetricInfo{"comms_cdst", "As destination", "comms_coll", Unit::Occurrences,
               "Collective operations in which a process only receives.", "", ""},
    MetricInfo{"comms_rma", "Remote Memory Access", "comms", Unit::Occurrences,
               "One-sided transfers.", "", ""},
    MetricInfo{"comms_rma_puts", "Puts", "comms_rma", Unit::Occurrences, "Puts and accumulates.",
               "", ""},
<<<<<<< HEAD
    MetricInfo{"comms_rma_puts", "Puts", "comms_rma", Occurrences, "Puts and accumulates.", "", ""},
    MetricInfo{"comms_rma_gets", "Gets", "comms_rma", Occurrences, "Gets.", "", ""},
    MetricInfo{"comms_rma_atomics", "Atomics", "comms_rma", Occurrences, "Atomic operations.", "",
               ""},
    MetricInfo{"mpi_file_ops", "MPI file operations", "", Occurrences,
               "Calls of MPI file functions that transfer data.", "", ""},
    MetricInfo{"mpi_file_iops", "Individual", "mpi_file_ops", Occurrences,
=======
    MetricInfo{"comms_rma_gets", "Gets", "comms_rma", Unit::Occurrences, "Gets.", "", ""},
    MetricInfo{"comms_rma_atomics", "Atomics", "comms_rma", Unit::Occurrences, "Atomic operations.",
               "", ""},
    MetricInfo{"mpi_file_ops", "MPI file operations", "", Unit::Occurrences,
               "Calls of MPI file functions that move data.", "", ""},
    MetricInfo{"mpi_file_iops", "Individual", "mpi_file_ops", Unit::Occurrences,
>>>>>>> 6d5934e (build: the sources of a folder are compiled as one unit)
               "Calls of individual reads and writes.", "", ""},
    MetricInfo{"mpi_file_irops", "Reads", "mpi_file_iops", Unit::Occurrences,
               "Calls of individual reads.", "", ""},
    MetricInfo{"mpi_file_iwops", "Writes", "mpi_file_iops", Unit::Occurrences,
               "Calls of individual writes.", "", ""},
    MetricInfo{"mpi_file_cops", "Collective", "mpi_file_ops", Unit::Occurrences,
               "Calls of collective reads and writes.", "", ""},
    MetricInfo{"mpi_file_crops", "Reads", "mpi_file_cops", Unit::Occurrences,
               "Calls of collective reads.", "", ""},
    MetricInfo{"mpi_file_cwops", "Writes", "mpi_file_cops", Unit::Occurrences,
               "Calls of collective writes.", "", ""},
    MetricInfo{"bytes", "Bytes transferred", "", Unit::Bytes, "Bytes sent and received.", "", ""},
    MetricInfo{"bytes_p2p", "Point-to-point", "bytes", Unit::Bytes, "Bytes in messages.", "", ""},
    MetricInfo{"bytes_sent", "Sent", "bytes_p2p", Unit::Bytes, "Bytes sent in messages.", "", ""},
    MetricInfo{"bytes_rcvd", "Received", "bytes_p2p", Unit::Bytes, "Bytes received in messages.",
               "", ""},
<<<<<<< HEAD
    MetricInfo{"bytes_put", "Sent", "bytes_rma", Bytes, "Bytes sent with puts.", "", ""},
    MetricInfo{"bytes_get", "Received", "bytes_rma", Bytes, "Bytes received with gets.", "", ""},
=======
    MetricInfo{"bytes_coll", "Collective", "bytes", Unit::Bytes, "Bytes in collective operations.",
               "", ""},
    MetricInfo{"bytes_cout", "Outgoing", "bytes_coll", Unit::Bytes,
               "Bytes sent in collective operations.", "", ""},
    MetricInfo{"bytes_cin", "Incoming", "bytes_coll", Unit::Bytes,
               "Bytes received in collective operations.", "", ""},
    MetricInfo{"bytes_rma", "Remote Memory Access", "bytes", Unit::Bytes,
               "Bytes in one-sided transfers.", "", ""},
    MetricInfo{"bytes_put", "Sent", "bytes_rma", Unit::Bytes, "Bytes put.", "", ""},
    MetricInfo{"bytes_get", "Received", "bytes_rma", Unit::Bytes, "Bytes got.", "", ""},
>>>>>>> 6d5934e (build: the sources of a folder are compiled as one unit)
};

// In the order of ProfileMetric.
constexpr std::array<std::string_view, static_cast<std::size_t>(ProfileMetric::Count)> kProfileIds{
    "comp",
    "mpi",
    "mpi_management",
    "mpi_init_exit",
    "mpi_mgmt_comm",
    "mpi_mgmt_file",
    "mpi_mgmt_win",
    "mpi_sync_collective",
    "mpi_rma_sync_active",
    "mpi_rma_sync_passive",
    "mpi_communication",
    "mpi_point2point",
    "mpi_collective",
    "mpi_rma_communication",
    "mpi_io_individual",
    "mpi_io_collective",
    "omp",
    "omp_management",
    "omp_ebarrier",
    "omp_ibarrier",
    "omp_critical",
    "omp_lock_api",
    "omp_ordered",
    "omp_taskwait",
    "omp_flush",
    "pthread",
    "pthread_management",
    "pthread_synchronization",
    "pthread_lock_api",
    "pthread_conditional",
    "shmem",
    "shmem_communication",
    "shmem_synchronization",
    "shmem_init_exit",
    "shmem_memory",
    "io",
    "accelerator",
    "overhead",
    "omp_idle_threads"};

// In the order of CountMetric.
constexpr std::array<std::string_view, kCountMetrics> kCountIds{
    "syncs_send", "syncs_recv", "syncs_coll",     "comms_send",     "comms_recv",
    "comms_cxch", "comms_csrc", "comms_cdst",     "bytes_sent",     "bytes_rcvd",
    "bytes_cout", "bytes_cin",  "comms_rma_puts", "comms_rma_gets", "comms_rma_atomics",
    "bytes_put",  "bytes_get"};

}  // namespace

std::span<const MetricInfo> profile_metrics() { return kMetrics; }

std::string_view id_of(ProfileMetric metric) {
  return kProfileIds[static_cast<std::size_t>(metric)];
}

std::string_view id_of(CountMetric metric) { return kCountIds[static_cast<std::size_t>(metric)]; }

}  // namespace lull::analysis
