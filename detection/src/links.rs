//! Links, mail addresses and names of accounts, as pieces of a text between spaces.

use crate::letters::is_of_word;

/// Hosts and paths of people and groups on other services.
const PROFILES: [&str; 31] = [
    "instagram.com/",
    "ig.me/",
    "instagr.am/",
    "wa.me/",
    "api.whatsapp.com/send",
    "chat.whatsapp.com/",
    "whatsapp.com/channel/",
    "t.me/",
    "telegram.me/",
    "discord.gg/",
    "discord.com/invite/",
    "discordapp.com/invite/",
    "discord.com/users/",
    "snapchat.com/add/",
    "snapchat.com/t/",
    "tiktok.com/@",
    "facebook.com/",
    "fb.com/",
    "fb.me/",
    "m.me/",
    "twitter.com/",
    "x.com/",
    "threads.net/@",
    "bsky.app/profile/",
    "signal.me/",
    "signal.group/",
    "line.me/",
    "kik.me/",
    "steamcommunity.com/id/",
    "linkedin.com/in/",
    "be.real/",
];

/// Parts of links that lead to a post or a page instead.
const POSTS: [&str; 16] = [
    "/p/",
    "/reel",
    "/explore",
    "/stories",
    "/tv/",
    "/video",
    "/watch",
    "/status/",
    "/post",
    "/help",
    "/legal",
    "/safety",
    "/about",
    "/privacy",
    "/events",
    "/policies",
];

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Mail,
    Profile,
    Link,
    Words,
}

pub(crate) fn read(piece: &str) -> Piece {
    let is_candidate = piece.bytes().any(|byte| matches!(byte, b'.' | b'@')) && piece.len() > 4;
    if !is_candidate {
        return Piece::Words;
    }
    let piece = piece.trim_matches(|c: char| !is_of_word(c) && c != '/' && c != '@');
    let has_scheme = piece.contains("://");
    let rest = piece.split_once("://").map_or(piece, |(_, rest)| rest);
    let rest = rest.strip_prefix("www.").or_else(|| rest.strip_prefix("m.")).unwrap_or(rest);
    if let Some((host, _)) = rest.split_once('/') {
        let is_host = host.contains('.')
            && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':'));
        if is_host && host.bytes().any(|byte| byte.is_ascii_alphabetic()) {
            let name = PROFILES.iter().find_map(|profile| rest.strip_prefix(profile));
            let is_profile = name.is_some_and(|name| !name.is_empty()) && !POSTS.iter().any(|post| rest.contains(post));
            return if is_profile { Piece::Profile } else { Piece::Link };
        }
    }
    if has_scheme || piece.starts_with("www.") {
        return Piece::Link;
    }
    if is_mail(piece) { Piece::Mail } else { Piece::Words }
}

fn is_mail(piece: &str) -> bool {
    let Some((local, host)) = piece.split_once('@') else { return false };
    let local_is_name = local.chars().next_back().is_some_and(is_of_word);
    let is_known = ["gmail", "gmx", "hotmail", "outlook", "icloud", "yahoo", "googlemail", "proton"]
        .iter()
        .any(|name| host.starts_with(name));
    let is_domain = host
        .rsplit_once('.')
        .is_some_and(|(name, end)| !name.is_empty() && end.chars().take_while(|c| c.is_alphabetic()).count() >= 2);
    local_is_name && (is_known || is_domain)
}

/// Whether a piece looks like the name of an account: letters with digits behind or with an underscore.
pub(crate) fn is_account(name: &str) -> bool {
    let letters = name.chars().filter(char::is_ascii_alphabetic).count();
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'));
    if !is_plain || letters < 3 || name.len() < 5 {
        return false;
    }
    let has_digit = name.bytes().any(|byte| byte.is_ascii_digit());
    let begins_with_letter = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (begins_with_letter && has_digit) || name.trim_matches('_').contains('_') || (name.contains('_') && letters > 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_told_apart() {
        for (piece, kind) in [
            ("lenny@gmail.com", Piece::Mail),
            ("(lenny.k@web.de),", Piece::Mail),
            ("lenny@gmail", Piece::Mail),
            ("https://wa.me/4915112345678", Piece::Profile),
            ("instagram.com/lenny", Piece::Profile),
            ("www.tiktok.com/@lenny", Piece::Profile),
            ("https://www.instagram.com/p/abc/", Piece::Link),
            ("https://example.org/2024/05/12345678", Piece::Link),
            ("bbc.co.uk/news", Piece::Link),
            ("10.5/2", Piece::Words),
            ("@lenny", Piece::Words),
            ("and/or", Piece::Words),
            ("5@8", Piece::Words),
        ] {
            assert_eq!(read(piece), kind, "{piece}");
        }
        for name in ["lenny_03", "lenny03", "_lenny", "mia.k09", "x_lenny_x"] {
            assert!(is_account(name), "{name}");
        }
        for name in ["3ayez", "7b", "mp3", "lenny", "10am", "e-mail"] {
            assert!(!is_account(name), "{name}");
        }
    }
}
