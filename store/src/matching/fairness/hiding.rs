//! Which groups are hidden, so that none of fewer than five people can be read, or calculated from the others and their sum.

/// The least group that is shown.
pub(super) const LEAST: usize = 5;

/// Returns which groups are hidden: those that are `already`, those of fewer than [`LEAST`], and as long as all hidden ones together
/// are fewer than that, the smallest one that is shown. Groups of no one need no others: that they are empty tells of no one.
pub(super) fn hidden(sizes: &[usize], already: &[bool]) -> Vec<bool> {
    let mut hidden: Vec<bool> = sizes.iter().zip(already).map(|(size, already)| *already || *size < LEAST).collect();
    loop {
        let sum: usize = sizes.iter().zip(&hidden).filter(|(_, is_hidden)| **is_hidden).map(|(size, _)| size).sum();
        if sum == 0 || sum >= LEAST {
            return hidden;
        }
        let shown = (0..sizes.len()).filter(|place| !hidden[*place]);
        let Some(smallest) = shown.min_by_key(|place| sizes[*place]) else { return hidden };
        hidden[smallest] = true;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(sizes: &[usize]) -> Vec<bool> {
        hidden(sizes, &vec![false; sizes.len()]).into_iter().map(|is_hidden| !is_hidden).collect()
    }

    #[test]
    fn small_groups_hide_their_complement() {
        assert_eq!(shown(&[20, 10, 5]), [true, true, true]);
        assert_eq!(shown(&[20, 10, 4]), [true, false, false], "4 would be the rest");
        assert_eq!(shown(&[20, 3, 4]), [true, false, false], "3 and 4 are 7 together");
        assert_eq!(shown(&[20, 10, 0]), [true, true, false]);
        assert_eq!(shown(&[4, 0]), [false, false]);
        assert_eq!(hidden(&[20, 10, 9], &[false, true, false]), [false, true, false]);
    }

    proptest! {
        #[test]
        fn hidden_people_are_none_or_five(
            sizes in proptest::collection::vec(0_usize..30, 1..8),
            already in proptest::collection::vec(proptest::bool::ANY, 8),
        ) {
            let hidden = hidden(&sizes, &already[..sizes.len()]);
            let of = |wanted: bool| sizes.iter().zip(&hidden).filter(move |(_, is)| **is == wanted).map(|(size, _)| *size);
            prop_assert!(of(false).all(|size| size >= LEAST));
            let sum: usize = of(true).sum();
            prop_assert!(sum == 0 || sum >= LEAST || of(false).next().is_none());
        }
    }
}
