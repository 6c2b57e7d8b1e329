"""The matching engine beside other solvers: the same candidates, one thread, in turns; see scripts/bench.

compare.py BENCH FOLDER      runs all solvers in processes of their own and prints tables
compare.py --solve NAME PROPOSALS FOLDER      one of the Python solvers, in such a process
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

TURNS = 3
RUST = {"engine": "engine", "greedy": "greedy", "deferred acceptance": "deferred"}
ONE_TO_ONE = ["engine", "OR-tools", "scipy", "HiGHS", "greedy", "deferred acceptance"]
PROPOSALS = ["engine", "OR-tools", "greedy", "deferred acceptance"]
TASKS = [(1000, 300, 1, ONE_TO_ONE), (10000, 3000, 1, ONE_TO_ONE), (1000, 300, 3, PROPOSALS),
         (10000, 3000, 3, PROPOSALS), (5000, 3000, 3, ["engine", "OR-tools"])]


class Candidates:
    """Pairs as arrays (mentee, mentor, score), and what each mentor can take."""

    def __init__(self, folder, proposals):
        read = lambda name: np.fromfile(Path(folder) / name, dtype="<u4").astype(np.int64)
        starts = read("starts")
        self.mentees = len(starts) - 1
        self.mentee = np.repeat(np.arange(self.mentees), np.diff(starts))
        self.mentor, self.score = read("mentors"), read("scores")
        self.limits = read("places" if proposals == 1 else "limits")
        self.proposals = proposals


def or_tools_one_to_one(one):
    from ortools.graph.python import min_cost_flow

    flow = min_cost_flow.SimpleMinCostFlow()
    mentors = len(one.limits)
    source, sink = one.mentees + mentors, one.mentees + mentors + 1
    people, offers = np.arange(one.mentees), one.mentees + np.arange(mentors)
    flow.add_arcs_with_capacity_and_unit_cost(np.full(one.mentees, source), people, np.ones(one.mentees), np.zeros(one.mentees))
    arcs = flow.add_arcs_with_capacity_and_unit_cost(one.mentee, one.mentees + one.mentor, np.ones(len(one.mentee)), -one.score)
    flow.add_arcs_with_capacity_and_unit_cost(offers, np.full(mentors, sink), one.limits, np.zeros(mentors))
    flow.set_node_supply(source, one.mentees)
    flow.set_node_supply(sink, -one.mentees)
    assert flow.solve_max_flow_with_min_cost() == flow.OPTIMAL
    return np.flatnonzero(flow.flows(arcs))


def or_tools_proposals(one):
    """Mentor → pair → slot of the mentee → sink. Unused limits go to the sink directly. To serve a mentee is worth `first`,
    which is large enough for these instances; a bound for every instance would cost the solver more steps."""
    from ortools.graph.python import min_cost_flow

    flow = min_cost_flow.SimpleMinCostFlow()
    mentors, pairs, ranks = len(one.limits), len(one.mentee), one.proposals
    first_pair, first_slot = mentors, mentors + pairs
    sink = first_slot + one.mentees * ranks
    first = 40 * int(one.score.max())
    pair = first_pair + np.arange(pairs)
    flow.add_arcs_with_capacity_and_unit_cost(one.mentor, pair, np.ones(pairs), np.zeros(pairs))
    arcs = []
    for rank in range(ranks):
        worth = (one.score << (ranks - 1 - rank)) + (first if rank == 0 else 0)
        slot = first_slot + one.mentee * ranks + rank
        arcs.append(flow.add_arcs_with_capacity_and_unit_cost(pair, slot, np.ones(pairs), -worth))
    slots = np.arange(first_slot, sink)
    flow.add_arcs_with_capacity_and_unit_cost(slots, np.full(len(slots), sink), np.ones(len(slots)), np.zeros(len(slots)))
    flow.add_arcs_with_capacity_and_unit_cost(np.arange(mentors), np.full(mentors, sink), one.limits, np.zeros(mentors))
    flow.set_nodes_supplies(np.arange(mentors), one.limits)
    flow.set_node_supply(sink, -int(one.limits.sum()))
    assert flow.solve() == flow.OPTIMAL
    return np.flatnonzero(sum(flow.flows(rank) for rank in arcs))


def scipy_one_to_one(one):
    """A column per place, and all places are filled, as in these instances."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    copies = one.limits[one.mentor]
    pair = np.repeat(np.arange(len(one.mentee)), copies)
    first = np.cumsum(one.limits) - one.limits
    copy = np.arange(len(pair)) - np.repeat(np.cumsum(copies) - copies, copies)
    table = csr_matrix((one.score[pair] + 1.0, (one.mentee[pair], first[one.mentor[pair]] + copy)))
    rows, columns = min_weight_full_bipartite_matching(table, maximize=True)
    mentors = np.repeat(np.arange(len(one.limits)), one.limits)[columns]
    key = one.mentee * len(one.limits) + one.mentor
    return np.searchsorted(key, rows * len(one.limits) + mentors)


def highs_one_to_one(one):
    """A linear programme; its corners are integral. To serve a mentee is worth more than a pair can cost others here."""
    import highspy

    mentors, pairs = len(one.limits), len(one.mentee)
    programme = highspy.HighsLp()
    programme.num_col_, programme.num_row_ = pairs, one.mentees + mentors
    programme.col_cost_ = -(one.score + 10.0 * one.score.max())
    programme.col_lower_, programme.col_upper_ = np.zeros(pairs), np.ones(pairs)
    programme.row_lower_ = np.zeros(one.mentees + mentors)
    programme.row_upper_ = np.concatenate([np.ones(one.mentees), one.limits])
    programme.a_matrix_.start_ = 2 * np.arange(pairs + 1)
    programme.a_matrix_.index_ = np.stack([one.mentee, one.mentees + one.mentor], axis=1).ravel()
    programme.a_matrix_.value_ = np.ones(2 * pairs)
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.passModel(programme)
    solver.run()
    return np.flatnonzero(np.array(solver.getSolution().col_value) > 0.5)


SOLVERS = {("OR-tools", 1): or_tools_one_to_one, ("OR-tools", 3): or_tools_proposals,
           ("scipy", 1): scipy_one_to_one, ("HiGHS", 1): highs_one_to_one}


def peak_megabytes():
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def solve(name, proposals, folder):
    candidates = Candidates(folder, proposals)
    solver = SOLVERS[name, proposals]
    # Loading the library is not part of the measurement.
    solver(tiny(proposals))
    memory, start = peak_megabytes(), time.process_time()
    chosen = solver(candidates)
    print(time.process_time() - start, peak_megabytes() - memory)
    np.stack([candidates.mentee[chosen], candidates.mentor[chosen]], axis=1).astype("<u4").tofile(Path(folder) / "solution")


def tiny(proposals):
    one = Candidates.__new__(Candidates)
    one.mentees, one.proposals, one.limits = 1, proposals, np.array([1])
    one.mentee, one.mentor, one.score = np.array([0]), np.array([0]), np.array([5])
    return one


def judge(one, solution):
    """Served mentees, the sum of worth, and blocking pairs: both would prefer each other to someone they have, or have room."""
    mentors = len(one.limits)
    keys = one.mentee * mentors + one.mentor
    chosen = np.searchsorted(keys, solution[:, 0] * mentors + solution[:, 1])
    assert len(np.unique(chosen)) == len(chosen) and (keys[chosen] == solution[:, 0] * mentors + solution[:, 1]).all()
    counts, taken = np.bincount(one.mentee[chosen], minlength=one.mentees), np.bincount(one.mentor[chosen], minlength=mentors)
    assert (counts <= one.proposals).all() and (taken <= one.limits).all()
    order = chosen[np.lexsort((-one.score[chosen], one.mentee[chosen]))]
    rank = np.arange(len(order)) - np.repeat(np.cumsum(counts) - counts, counts)
    total = int((one.score[order] << (one.proposals - 1 - rank)).sum())
    worst_mentee, worst_mentor = np.full(one.mentees, 1 << 40), np.full(mentors, 1 << 40)
    np.minimum.at(worst_mentee, one.mentee[chosen], one.score[chosen])
    np.minimum.at(worst_mentor, one.mentor[chosen], one.score[chosen])
    worst_mentee[counts < one.proposals] = -1
    worst_mentor[taken < one.limits] = -1
    blocking = (one.score > worst_mentee[one.mentee]) & (one.score > worst_mentor[one.mentor])
    blocking[chosen] = False
    return int((counts > 0).sum()), total, int(blocking.sum())


def measure(bench, name, proposals, folder):
    own = [sys.executable, __file__, "--solve", name]
    command = [bench, "solve", RUST[name]] if name in RUST else own
    output = subprocess.run([*command, str(proposals), folder], check=True, capture_output=True, text=True).stdout
    seconds, megabytes = map(float, output.splitlines()[-1].split())
    solution = np.fromfile(Path(folder) / "solution", dtype="<u4").astype(np.int64).reshape(-1, 2)
    return seconds, megabytes, judge(Candidates(folder, proposals), solution)


def compare(bench, root, mentees, mentors, proposals, names):
    folder = f"{root}/{mentees}x{mentors}"
    subprocess.run([bench, "write", str(mentees), str(mentors), folder], check=True)
    runs = {name: [] for name in names}
    for _ in range(TURNS):
        for name in names:
            runs[name].append(measure(bench, name, proposals, folder))
    one = Candidates(folder, proposals)
    problem = f"{one.limits.sum():,} " + ("places" if proposals == 1 else f"proposals, at most {proposals} each")
    print(f"\n{mentees:,} mentees × {mentors:,} mentors, {len(one.score):,} candidates, {problem}\n")
    print("| solver | CPU s | of the engine | memory MB | served | total | of the optimum | blocking pairs |")
    print("|---|---|---|---|---|---|---|---|")
    best = runs["engine"][0][2]
    engine = statistics.median(run[0] for run in runs["engine"])
    for name in names:
        seconds = statistics.median(run[0] for run in runs[name])
        megabytes = statistics.median(run[1] for run in runs[name])
        served, total, blocking = runs[name][0][2]
        share = f"{100 * total / best[1]:.2f} %"
        print(f"| {name} | {seconds:.3f} | {seconds / engine:.1f}× | {megabytes:.0f} | {served:,} | {total:,} | {share} | {blocking:,} |")
    for name in set(names) & {"OR-tools", "scipy", "HiGHS"}:
        assert runs[name][0][2][:2] == best[:2], f"{name} and the engine differ"


def main(bench, root):
    for task in TASKS:
        compare(bench, root, *task)
    for mentees, mentors in [(1000, 300), (10000, 3000)]:
        command = [bench, "run", str(mentees), str(mentors)]
        output = [subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() for _ in range(TURNS)]
        lists, whole = (statistics.median(float(one[column]) for one in output) for column in (0, 1))
        print(f"\n{mentees:,} × {mentors:,}: candidate lists {lists:.2f} s, whole run {whole:.2f} s CPU, {output[0][2]} MB in all")


if __name__ == "__main__":
    if sys.argv[1] == "--solve":
        solve(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        main(*sys.argv[1:3])
