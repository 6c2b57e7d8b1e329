//! A browser by its name, from what it calls itself.

/// What a person would call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BrowserName {
    pub(crate) browser: Option<&'static str>,
    pub(crate) system: Option<&'static str>,
}

/// Marks and names. Browsers name those they descend from, so the youngest comes first.
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

/// Who this is, as far as its own words tell.
pub(crate) fn of(user_agent: &str) -> BrowserName {
    let first = |marks: &[(&'static str, &'static str)]| {
        marks.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    BrowserName { browser: first(&BROWSERS), system: first(&SYSTEMS) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_use() {
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
            assert_eq!(of(&user_agent), BrowserName { browser: Some(browser), system: Some(system) }, "{user_agent}");
        }
        assert_eq!(of("curl/8.16"), BrowserName { browser: None, system: None });
    }
}
