//! Whether a pair may be proposed once more.

use matching::{Ending, PastProposal, may_repeat};

#[test]
fn history_allows_one_repetition_after_expiry() {
    use Ending::{Expired, Refused, Undecided};
    let cases: [(&[(Ending, u16)], bool); 9] = [
        (&[], true),
        (&[(Undecided, 1)], true),
        (&[(Expired, 1)], false),
        (&[(Expired, 2)], true),
        (&[(Expired, 5), (Expired, 2)], false),
        (&[(Expired, 5), (Undecided, 1)], true),
        (&[(Refused, 9)], false),
        (&[(Refused, 9), (Expired, 2)], false),
        (&[(Undecided, 3), (Undecided, 1)], true),
    ];
    for (past, allowed) in cases {
        let past: Vec<_> = past.iter().map(|&(ending, rounds_ago)| PastProposal { ending, rounds_ago }).collect();
        assert_eq!(may_repeat(&past), allowed, "{past:?}");
    }
}
