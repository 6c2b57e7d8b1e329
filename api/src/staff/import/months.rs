//! Reads months of birth from days as spreadsheets have them.

use chrono::{Datelike, Days, NaiveDate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::people::RowProblem;
use crate::staff::birth_month;

/// What comes first in days such as `04/05/2010`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum DateOrder {
    DayFirst,
    MonthFirst,
}

/// Digits of the days that spreadsheets count from 30 December 1899: 1927 to 2173.
const SERIAL_DIGITS: usize = 5;

/// Returns a month such as `2009-03` of a month, a day or the number of a day of a spreadsheet.
pub(super) fn month(text: &str, order: Option<DateOrder>, today: NaiveDate) -> Result<String, RowProblem> {
    let (year, month) = year_and_month(text, order, today)?;
    birth_month(&format!("{year:04}-{month:02}"), today).map_err(|_| RowProblem::ImpossibleAge)
}

/// Whether a day reads as two, depending on what comes first.
pub(super) fn is_ambiguous(text: &str, today: NaiveDate) -> bool {
    matches!(month(text, None, today), Err(RowProblem::AmbiguousDate))
}

fn year_and_month(text: &str, order: Option<DateOrder>, today: NaiveDate) -> Result<(i32, u32), RowProblem> {
    let text: String = text.trim().chars().map(ascii_digit).collect();
    // A time behind the day.
    let text = match text.find(['T', ' ']) {
        Some(at) if text[at..].contains(':') => &text[..at],
        _ => &text,
    };
    if text.len() == SERIAL_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let day =
            text.parse().ok().and_then(|days| NaiveDate::from_ymd_opt(1899, 12, 30)?.checked_add_days(Days::new(days)));
        return day.map(|day| (day.year(), day.month())).ok_or(RowProblem::BirthMonth);
    }
    let parts: Vec<&str> = text.split(['-', '.', '/']).map(str::trim).collect();
    let number = |part: &str| part.parse::<u32>().map_err(|_| RowProblem::BirthMonth);
    let is_year = |part: &str| part.len() == 4;
    let has_dots = text.contains('.');
    let (year, month) = match parts[..] {
        [year, month] | [year, month, _] if is_year(year) => (number(year)?, number(month)?),
        [month, year] if is_year(year) => (number(year)?, number(month)?),
        [_, month, year] if has_dots && (is_year(year) || year.len() == 2) => {
            (full_year(number(year)?, today), number(month)?)
        }
        [first, second, year] if is_year(year) => (number(year)?, month_of(number(first)?, number(second)?, order)?),
        _ => return Err(RowProblem::BirthMonth),
    };
    let year = i32::try_from(year).map_err(|_| RowProblem::BirthMonth)?;
    if (1..=12).contains(&month) { Ok((year, month)) } else { Err(RowProblem::BirthMonth) }
}

/// The month of two numbers with slashes.
fn month_of(first: u32, second: u32, order: Option<DateOrder>) -> Result<u32, RowProblem> {
    match (first > 12, second > 12, order) {
        (true, true, _) => Err(RowProblem::BirthMonth),
        (true, false, _) | (false, false, Some(DateOrder::DayFirst)) => Ok(second),
        (false, true, _) | (false, false, Some(DateOrder::MonthFirst)) => Ok(first),
        (false, false, None) if first == second => Ok(first),
        (false, false, None) => Err(RowProblem::AmbiguousDate),
    }
}

/// Of two digits the last such year that has begun.
fn full_year(year: u32, today: NaiveDate) -> u32 {
    let this = u32::try_from(today.year()).unwrap_or_default();
    match year {
        100.. => year,
        _ if year <= this % 100 => this - this % 100 + year,
        _ => (this - this % 100).saturating_sub(100) + year,
    }
}

/// Arabic and Persian digits stand for those of ASCII.
fn ascii_digit(digit: char) -> char {
    let of = |zero: char| u32::from(digit).checked_sub(u32::from(zero)).filter(|value| *value < 10);
    of('٠').or_else(|| of('۰')).and_then(|value| char::from_digit(value, 10)).unwrap_or(digit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 3, 2).unwrap()
    }

    #[test]
    fn days_of_spreadsheets_are_months_of_birth() {
        use RowProblem::{AmbiguousDate, BirthMonth, ImpossibleAge};
        for (text, expected) in [
            ("2010-04", Ok("2010-04")),
            ("2010-04-30", Ok("2010-04")),
            ("2010-04-30 00:00:00", Ok("2010-04")),
            ("2010-04-30T00:00:00Z", Ok("2010-04")),
            ("2010/4/30", Ok("2010-04")),
            ("31.12.2010", Ok("2010-12")),
            ("31. 12. 2010", Ok("2010-12")),
            ("31.12.10", Ok("2010-12")),
            ("31.12.79", Ok("1979-12")),
            ("4.2010", Ok("2010-04")),
            ("31/12/2010", Ok("2010-12")),
            ("12/31/2010", Ok("2010-12")),
            ("04/04/2010", Ok("2010-04")),
            ("40291", Ok("2010-04")),
            ("٣٠/٠٤/٢٠١٠", Ok("2010-04")),
            ("۲۰۱۰-۰۴", Ok("2010-04")),
            ("04/05/2010", Err(AmbiguousDate)),
            ("04-05-2010", Err(AmbiguousDate)),
            ("30/30/2010", Err(BirthMonth)),
            ("04/05/10", Err(BirthMonth)),
            ("April 2010", Err(BirthMonth)),
            ("2010", Err(BirthMonth)),
            ("9b", Err(BirthMonth)),
            ("2010-13", Err(BirthMonth)),
            ("10001", Ok("1927-05")),
            ("50000", Err(ImpossibleAge)),
            ("99999", Err(ImpossibleAge)),
            ("31.12.2030", Err(ImpossibleAge)),
        ] {
            assert_eq!(month(text, None, today()), expected.map(str::to_owned), "{text}");
        }
    }

    #[test]
    fn order_decides_only_what_reads_as_two_days() {
        use DateOrder::{DayFirst, MonthFirst};
        for (text, order, expected) in [
            ("04/05/2010", DayFirst, "2010-05"),
            ("04/05/2010", MonthFirst, "2010-04"),
            ("31/12/2010", MonthFirst, "2010-12"),
            ("12/31/2010", DayFirst, "2010-12"),
            ("04.05.2010", MonthFirst, "2010-05"),
            ("2010-04-05", DayFirst, "2010-04"),
        ] {
            assert_eq!(month(text, Some(order), today()).as_deref(), Ok(expected), "{text} {order:?}");
        }
    }

    proptest! {
        #[test]
        fn written_day_is_read_as_its_month(days in 0_u64..25_000) {
            let day = NaiveDate::from_ymd_opt(1940, 1, 1).unwrap() + Days::new(days);
            let expected = birth_month(&day.format("%Y-%m").to_string(), today()).map_err(|_| RowProblem::ImpossibleAge);
            let serial = (day - NaiveDate::from_ymd_opt(1899, 12, 30).unwrap()).num_days().to_string();
            for text in [day.format("%Y-%m-%d").to_string(), day.format("%d.%m.%Y").to_string(), serial] {
                prop_assert_eq!(&month(&text, None, today()), &expected, "{}", text);
            }
            let (slashes, turned) = (day.format("%d/%m/%Y").to_string(), day.format("%m/%d/%Y").to_string());
            prop_assert_eq!(&month(&slashes, Some(DateOrder::DayFirst), today()), &expected);
            prop_assert_eq!(&month(&turned, Some(DateOrder::MonthFirst), today()), &expected);
            prop_assert_eq!(is_ambiguous(&slashes, today()), is_ambiguous(&turned, today()));
        }

        #[test]
        fn any_text_is_read_or_refused(text: String, digits in "[0-9٠-٩./ T:-]{0,12}") {
            let _ = month(&text, None, today());
            let _ = month(&digits, Some(DateOrder::DayFirst), today());
        }
    }
}
