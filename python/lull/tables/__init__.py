# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Tables that answer one question each: where time goes, who sends to whom, who waits for whom.

    import lull
    lull.tables.flat_profile(lull.open("run1"))

Each is a pandas.DataFrame, or without pandas a dict of NumPy arrays. Times are in seconds, counted from
the start of the trace. lull.plots draws them.
"""
from .communication import communication_matrix, communication_over_time, message_sizes
from .profiles import compare, flat_profile, load_imbalance, time_profile
from .waiting import idle_time, wait_causes, wait_states

__all__ = ["communication_matrix", "communication_over_time", "compare", "flat_profile", "idle_time",
           "load_imbalance", "message_sizes", "time_profile", "wait_causes", "wait_states"]
