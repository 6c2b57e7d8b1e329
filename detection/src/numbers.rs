//! Whether groups of digits are a phone number, and not a date, a time, a price, a score or a sequence.

/// Digits that stand together, and what stands before them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group<'a> {
    pub(crate) digits: &'a str,
    /// Between the group before and this one.
    pub(crate) mark: &'a str,
}

/// Phone numbers have so many digits.
const FEWEST: usize = 7;
const MOST: usize = 17;

/// Whether marks may stand within a number. One that is `open` begins as phone numbers do, and may have more of them.
pub(crate) fn joins(mark: &str, is_open: bool) -> bool {
    let is_common = |letter| matches!(letter, ' ' | '-' | '.' | '/' | '(' | ')' | '_' | '*' | '\\' | ',' | '~');
    let is_rare = |letter| matches!(letter, '|' | ';' | ':' | '+' | '•' | '\n');
    mark.len() <= 7
        && mark.chars().all(|letter| is_common(letter) || (is_open && is_rare(letter)))
        && mark.matches('\n').count() < 2
}

/// Returns whether groups have a phone number among them. `before` is what stands directly before, `after` what follows.
pub(crate) fn have_phone(groups: &[Group<'_>], before: Option<char>, after: Option<char>) -> bool {
    if groups.iter().map(|group| group.digits.len()).sum::<usize>() < FEWEST {
        return false;
    }
    if before == Some('+') {
        return is_long_enough(groups) || has_phone_within(groups, true);
    }
    let begins_with_zero = groups.first().is_some_and(|group| group.digits.starts_with('0'));
    if !begins_with_zero
        && (matches!(before, Some('€' | '$' | '£' | '=' | '×' | '÷' | '#'))
            || matches!(after, Some('€' | '$' | '£' | '%' | '=' | '×' | '÷' | '^' | '°' | ':')))
    {
        return false;
    }
    let mut rest = groups;
    let mut part = 0;
    let mut index = 0;
    while index < rest.len() {
        let length = date_or_time(&rest[index..], index > 0 && part < index);
        if length > 0 {
            if is_phone(&rest[part..index]) || has_phone_within(&rest[part..index], false) {
                return true;
            }
            index += length;
            part = index;
        } else {
            index += 1;
        }
    }
    rest = &rest[part..];
    is_phone(rest) || has_phone_within(rest, false)
}

/// Whether more digits than a phone number has are such a number and others. The work is bounded for each group.
fn has_phone_within(groups: &[Group<'_>], is_after_plus: bool) -> bool {
    if groups.iter().map(|group| group.digits.len()).sum::<usize>() <= MOST {
        return false;
    }
    (0..groups.len()).any(|from| {
        let first = &groups[from];
        if !(first.digits.starts_with('0') || first.mark.contains('+') || (from == 0 && is_after_plus)) {
            return false;
        }
        if first.digits.len() > MOST {
            return is_phone(&[Group { digits: &first.digits[..MOST], mark: "" }]);
        }
        let mut count = 0;
        let fits = groups[from..].iter().take_while(|group| {
            count += group.digits.len();
            count <= MOST
        });
        is_phone(&groups[from..from + fits.count()])
    })
}

fn is_long_enough(groups: &[Group<'_>]) -> bool {
    (FEWEST..=MOST).contains(&groups.iter().map(|group| group.digits.len()).sum::<usize>())
}

/// Returns how many groups from the first on are a date or a span of times.
fn date_or_time(groups: &[Group<'_>], continues: bool) -> usize {
    let value = |index: usize| groups.get(index).and_then(|group| group.digits.parse::<u32>().ok());
    let length = |index: usize| groups.get(index).map_or(0, |group| group.digits.len());
    let mark = |index: usize| groups.get(index).map_or("", |group| group.mark.trim());
    let colons = groups.iter().skip(1).take_while(|group| group.mark == ":").take(3).count();
    if colons > 0
        && mark(0) != ":"
        && let (Some(a), Some(b)) = (value(0), value(1))
    {
        let is_score = colons == 1 && length(0) == 1 && length(1) == 1;
        let is_time = colons < 3 && a < 25 && b < 60 && length(0) <= 2 && length(1) == 2;
        if is_score || (is_time && (colons == 1 || length(2) == 2)) {
            return colons + 1;
        }
    }
    let (Some(a), Some(b), Some(c)) = (value(0), value(1), value(2)) else { return 0 };
    let is_date_mark = matches!(mark(1), "." | "/" | "-" | "") && mark(1) == mark(2);
    if is_date_mark {
        let (a_long, b_long, c_long) = (length(0), length(1), length(2));
        let is_day_month = a <= 31 && b <= 31 && a > 0 && b > 0 && (a <= 12 || b <= 12) && a_long <= 2 && b_long <= 2;
        let goes_on = groups.len() > 3 && mark(3) == mark(1) && !groups[3].mark.contains(' ');
        let continues = continues && mark(0) == mark(1) && !groups[0].mark.contains(' ');
        if (is_day_month && c_long == 4 && (1900..2100).contains(&c))
            || (is_day_month && c_long == 2 && !goes_on && !continues && !mark(1).is_empty())
        {
            return 3;
        }
        if a_long == 4 && (1900..2100).contains(&a) && b <= 12 && c <= 31 && b_long <= 2 && c_long <= 2 {
            return 3;
        }
    }
    let is_time = |hour: u32, minute: u32, at: usize| {
        hour < 25 && minute < 60 && length(at) <= 2 && length(at + 1) == 2 && groups[at + 1].mark == "."
    };
    if mark(2) == "-"
        && let Some(d) = value(3)
        && groups.len() == 4
        && is_time(a, b, 0)
        && is_time(c, d, 2)
    {
        return 4;
    }
    0
}

/// Whether groups without dates are a phone number.
fn is_phone(groups: &[Group<'_>]) -> bool {
    let Some(first) = groups.first() else { return false };
    if !is_long_enough(groups) || first.digits.starts_with("0800") || first.digits.starts_with("00800") {
        return false;
    }
    let digits = || groups.iter().flat_map(|group| group.digits.bytes());
    let first_digit = digits().next();
    let same = digits().all(|digit| Some(digit) == first_digit);
    let counted = digits().zip(digits().skip(1)).all(|(one, next)| next == one + 1 || (one == b'9' && next == b'0'));
    if same || counted {
        return false;
    }
    let begins_with_zero = first.digits.starts_with('0');
    if begins_with_zero && (first.digits.len() > 1 || groups.len() > 1) {
        // A decimal: 0.12345678
        return !(first.digits.len() == 1 && groups.len() == 2 && matches!(groups[1].mark, "." | ","));
    }
    if groups.len() == 1 {
        let is_isbn = first.digits.len() == 13 && (first.digits.starts_with("978") || first.digits.starts_with("979"));
        return !is_isbn && !first.digits.ends_with("000");
    }
    let rest = &groups[1..];
    let is_year = |group: &Group<'_>| {
        group.digits.len() == 4 && (group.digits.starts_with("19") || group.digits.starts_with("20"))
    };
    if groups.iter().all(is_year) {
        return false;
    }
    let thousands = first.digits.len() <= 3 && rest.iter().all(|group| group.digits.len() == 3);
    if thousands
        && (rest.iter().all(|group| matches!(group.mark, "." | ","))
            || rest.last().is_some_and(|group| group.digits == "000"))
    {
        return false;
    }
    let is_decimal = groups.len() == 2 && matches!(rest[0].mark, "." | ",") && first.digits.len() < 3;
    let is_isbn = first.digits == "978" || first.digits == "979";
    let has_comma = rest.iter().any(|group| group.mark.contains(','));
    if is_decimal || is_isbn || has_comma {
        return false;
    }
    // A sequence of numbers, or scores: 6-4 6-3 7-5
    let values = || groups.iter().map(|group| group.digits.parse::<u64>().unwrap_or_default());
    let rises = values().zip(values().skip(1)).all(|(one, next)| one < next);
    let falls = values().zip(values().skip(1)).all(|(one, next)| one > next);
    let has_zero = rest.iter().any(|group| group.digits.len() > 1 && group.digits.starts_with('0'));
    let is_short = groups.iter().all(|group| group.digits.len() <= 2);
    if groups.len() >= 4 && (rises || falls) && !has_zero {
        return false;
    }
    let alternates = groups.len().is_multiple_of(2)
        && groups.chunks(2).all(|pair| pair[1].mark.trim() == "-")
        && groups.chunks(2).skip(1).all(|pair| pair[0].mark.trim() != "-");
    !(is_short && alternates)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> bool {
        let mut groups: Vec<Group<'_>> = Vec::new();
        let (mut from, mut end) = (None, 0);
        let (mut before, mut after) = (None, None);
        for (index, letter) in text.char_indices().chain([(text.len(), 'x')]) {
            match (letter.is_ascii_digit(), from) {
                (true, None) => from = Some(index),
                (false, Some(start)) => {
                    if groups.is_empty() {
                        before = text[..start].chars().next_back();
                    }
                    let mark = if groups.is_empty() { "" } else { &text[end..start] };
                    groups.push(Group { digits: &text[start..index], mark });
                    (from, end) = (None, index);
                    after = text[index..].chars().next();
                }
                _ => {}
            }
        }
        have_phone(&groups, before, after)
    }

    #[test]
    fn phones_are_told_from_other_numbers() {
        for text in [
            "0151 23456789",
            "05 12 34 56 78",
            "05.12.33.44.55",
            "+44 7700 900123",
            "0171-2345678",
            "555-0199-22",
            "07700900123",
            "512 345 678",
            "0 5 1 2 3 4 5 6",
            "(0151) 234 567 8",
            "2024-05-12 0151 2345678",
            "4915123456789",
            "06/12/34/56/78",
            "212-555-0143",
            "0170 1234567 :)",
            "01701234567: mine",
            "#01701234567",
            "=01701234567",
            "01701234567 01701234567",
            "0170123456701701234567",
            "0170 1234567 99 99 99 99",
            "12 34 56 78 90 12 0170 1234567",
            "0170\n1234567",
            "0170|123|4567",
            "0170;123;4567",
            "0170:123:4567",
            "05:12:34:56:78",
            "0170•123•4567",
            "12345678901 +49 170 1234567",
        ] {
            assert!(check(text), "{text}");
        }
        for text in [
            "2024-05-12",
            "12.05.2024",
            "12/05/2024",
            "12.05.24",
            "12 03 2011",
            "1.000.000",
            "1,000,000",
            "83 200 000",
            "2019-2024",
            "10.30-11.30",
            "978-3-16-148410-0",
            "3.14159265",
            "0.12345678",
            "1 2 3 4 5 6 7 8",
            "2, 4, 6, 8, 10, 12, 14",
            "6-4 6-3 7-5 6-2",
            "5000000",
            "1234567",
            "1111111",
            "€1234567",
            "0800 1111",
            "0800 111 0 111",
            "12.05.2024-14.05.2024",
            "123456",
            "#1234567",
            "1234567=",
            "06:30 07:15 08:00",
            "0:1 2:3 1:1 0:2",
            "08:15:30 09:45:00",
            "2019 2020 2021",
            "100 90 80 70",
            "1 4 9 16 25 36 49",
        ] {
            assert!(!check(text), "{text}");
        }
    }
}
