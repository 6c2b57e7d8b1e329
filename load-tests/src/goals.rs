//! Goals of a comparison: values are judged absolutely or relative to another server.

/// Goals of a value; the last one is the stretch goal. Empty for values that are only reported.
pub(crate) type Goals = &'static [f64];

/// Formats "0.71× (goal ≥ 0.6×: met)".
pub(crate) fn ratio(own: Option<f64>, other: Option<f64>, goals: Goals, is_cost: bool) -> String {
    let (Some(own), Some(other)) = (own, other.filter(|other| *other > 0.0)) else { return "–".to_owned() };
    let ratio = own / other;
    format!("{ratio:.2}×{}", judged(Some(ratio), goals, is_cost, "×"))
}

/// Formats " (goal ≤ 4: met)".
pub(crate) fn judged(value: Option<f64>, goals: Goals, is_cost: bool, unit: &str) -> String {
    let Some(value) = value.filter(|_| !goals.is_empty()) else { return String::new() };
    let judge = |goal: &f64| {
        let is_met = if is_cost { value <= *goal } else { value >= *goal };
        let (sign, verdict) = (if is_cost { '≤' } else { '≥' }, if is_met { "met" } else { "missed" });
        format!("{sign} {goal}{unit}: {verdict}")
    };
    format!(" (goal {})", goals.iter().map(judge).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_judged_by_kind() {
        assert_eq!(ratio(Some(60.0), Some(100.0), &[0.6], false), "0.60× (goal ≥ 0.6×: met)");
        assert_eq!(ratio(Some(60.0), Some(100.0), &[0.5], true), "0.60× (goal ≤ 0.5×: missed)");
        assert_eq!(ratio(Some(26.0), Some(100.0), &[0.8, 0.25], true), "0.26× (goal ≤ 0.8×: met, ≤ 0.25×: missed)");
        assert_eq!(ratio(Some(60.0), Some(100.0), &[], false), "0.60×");
        assert_eq!(ratio(Some(60.0), None, &[0.5], true), "–");
        assert_eq!(judged(Some(3.8), &[4.0], true, ""), " (goal ≤ 4: met)");
        assert_eq!(judged(None, &[4.0], true, ""), "");
    }
}
