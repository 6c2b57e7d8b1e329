//! Letters as they read: shapes of other scripts, digits of other scripts, digits and marks in place of letters.

/// Writes a text in small plain letters, lines apart. Apostrophes within words are left out.
pub(crate) fn normalise(text: &str) -> String {
    let mut plain = String::with_capacity(text.len() + 8);
    for line in text.lines() {
        if line.is_ascii() {
            push_all(&mut plain, line.chars().map(|c| c.to_ascii_lowercase()));
        } else {
            let folded = text_fold::fold(line);
            push_all(&mut plain, folded.chars().filter(|c| !text_fold::is_unseen(*c)).map(same_shape));
        }
        plain.push('\n');
    }
    plain
}

fn push_all(plain: &mut String, letters: impl Iterator<Item = char>) {
    let mut letters = letters.peekable();
    let mut is_in_word = false;
    while let Some(letter) = letters.next() {
        let is_apostrophe = matches!(letter, '\'' | '`');
        if is_apostrophe && is_in_word && letters.peek().is_some_and(|next| is_of_word(*next)) {
            continue;
        }
        is_in_word = is_of_word(letter);
        plain.push(letter);
    }
}

/// The Latin letter, the Arabic letter or the digit that a letter looks like or stands for.
fn same_shape(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    match letter {
        'а' | 'α' | 'ɑ' | 'ᴀ' => 'a',
        'в' | 'β' | 'ʙ' => 'b',
        'с' | 'ϲ' | 'ᴄ' => 'c',
        'ԁ' | 'ᴅ' => 'd',
        'е' | 'ε' | 'є' | 'ᴇ' | 'ɛ' => 'e',
        'ꜰ' => 'f',
        'ɡ' | 'ɢ' => 'g',
        'һ' | 'н' | 'ʜ' => 'h',
        'і' | 'ι' | 'ɪ' => 'i',
        'ј' | 'ᴊ' => 'j',
        'к' | 'κ' | 'ᴋ' => 'k',
        'ӏ' | 'ʟ' => 'l',
        'м' | 'ᴍ' => 'm',
        'п' | 'η' | 'ɴ' => 'n',
        'о' | 'ο' | 'ᴏ' => 'o',
        'р' | 'ρ' | 'ᴘ' => 'p',
        'ʀ' => 'r',
        'ѕ' | 'ꜱ' => 's',
        'т' | 'τ' | 'ᴛ' => 't',
        'υ' | 'ᴜ' => 'u',
        'ν' | 'ᴠ' => 'v',
        'ᴡ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'ʏ' => 'y',
        'ᴢ' => 'z',
        'ی' | 'ې' => 'ي',
        'ک' | 'ڪ' | 'گ' => 'ك',
        'ڤ' => 'ف',
        'چ' => 'ج',
        'پ' => 'ب',
        'ە' | 'ہ' => 'ه',
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        _ => {
            let code = letter as u32;
            match code {
                0x660..=0x669 => digit(code - 0x660),
                0x6f0..=0x6f9 => digit(code - 0x6f0),
                0x966..=0x96f => digit(code - 0x966),
                // Symbols of countries and letters on dark ground.
                0x1f1e6..=0x1f1ff => latin(code - 0x1f1e6),
                0x1f150..=0x1f169 => latin(code - 0x1f150),
                0x1f170..=0x1f189 => latin(code - 0x1f170),
                _ => letter,
            }
        }
    }
}

fn digit(value: u32) -> char {
    char::from_digit(value, 10).unwrap_or('0')
}

fn latin(number: u32) -> char {
    u8::try_from(number).map_or('a', |number| char::from(b'a' + number))
}

/// The letter for which a digit or a mark stands within a word.
pub(crate) fn stands_for(letter: char, one: char) -> char {
    match letter {
        '0' => 'o',
        '1' | '!' | '|' => one,
        '3' | '€' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '6' | '9' => 'g',
        '7' | '+' => 't',
        '8' => 'b',
        other => other,
    }
}

/// Whether a letter or a digit: the table of Unicode is slow for Arabic.
pub(crate) fn is_of_word(letter: char) -> bool {
    if letter.is_ascii() { letter.is_ascii_alphanumeric() } else { is_arabic(letter) || letter.is_alphanumeric() }
}

/// Whether a letter is Arabic.
pub(crate) fn is_arabic(letter: char) -> bool {
    ('\u{620}'..='\u{64a}').contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_and_digits_are_plain() {
        for (text, plain) in [
            ("Ｓｎａｐ ９", "snap 9\n"),
            ("ѕnар", "snap\n"),
            ("0️⃣5️⃣", "05\n"),
            ("٠٥۰۵", "0505\n"),
            ("s\u{200b}n\u{2063}ap", "snap\n"),
            ("𝓼𝓷𝓪𝓹 🅂🄽🅰🅿 🇸🇳", "snap snap sn\n"),
            ("don't 'go'\nＣan’t", "dont 'go'\ncant\n"),
        ] {
            assert_eq!(normalise(text), plain, "{text}");
        }
    }
}
