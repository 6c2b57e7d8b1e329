//! Names of browsers and systems, from the `User-Agent` header.

/// Browser and system, as people call them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BrowserName {
    pub(super) browser: Option<&'static str>,
    pub(super) system: Option<&'static str>,
}

/// Marks and names. Browsers also contain the marks of browsers they are compatible with, so the most specific comes first.
const BROWSERS: [(&str, &str); 10] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Firefox/", "Firefox"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
];

/// Parses a `User-Agent` header.
pub(super) fn parse(user_agent: &str) -> BrowserName {
    let first = |marks: &[(&'static str, &'static str)]| {
        marks.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    BrowserName { browser: first(&BROWSERS), system: first(&SYSTEMS) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_browsers_are_recognised() {
        let webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
        for (user_agent, browser, system) in [
            (
                format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {webkit} Chrome/142.0.0.0 Safari/537.36"),
                "Chrome",
                "Windows",
            ),
            (
                format!("Mozilla/5.0 (Windows NT 10.0) {webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0"),
                "Edge",
                "Windows",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0".to_owned(), "Firefox", "Linux"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/26.0 Mobile/15E148 Safari/604.1"
                    .to_owned(),
                "Safari",
                "iPhone",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15"
                    .to_owned(),
                "Safari",
                "Mac",
            ),
            (
                format!(
                    "Mozilla/5.0 (Linux; Android 16; K) {webkit} SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36"
                ),
                "Samsung Internet",
                "Android",
            ),
        ] {
            assert_eq!(
                parse(&user_agent),
                BrowserName { browser: Some(browser), system: Some(system) },
                "{user_agent}"
            );
        }
        assert_eq!(parse("curl/8.16"), BrowserName { browser: None, system: None });
    }
}
