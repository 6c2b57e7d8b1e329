//! Masks passwords in addresses.

/// Returns the address with the password masked, in the user part and in the query.
pub(crate) fn masked(url: &str) -> String {
    let (address, query) = url.split_once('?').map_or((url, None), |(address, query)| (address, Some(query)));
    let mut masked = match (address.find("://"), address.rfind('@')) {
        (Some(scheme), Some(at)) if scheme < at => {
            let user = address[scheme + 3..at].split(':').next().unwrap_or_default();
            let secret = if address[scheme + 3..at].contains(':') { ":***" } else { "" };
            format!("{}{user}{secret}{}", &address[..scheme + 3], &address[at..])
        }
        _ => address.to_owned(),
    };
    if let Some(query) = query {
        let pairs = query.split('&').map(|pair| match pair.split_once('=') {
            Some((name, _)) if name.to_ascii_lowercase().contains("pass") => format!("{name}=***"),
            _ => pair.to_owned(),
        });
        masked.push('?');
        masked.push_str(&pairs.collect::<Vec<_>>().join("&"));
    }
    masked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_masked() {
        for (url, printed) in [
            ("postgres://hub:s3cret@db:5432/hub", "postgres://hub:***@db:5432/hub"),
            ("postgres://hub:p@ss:word@db/hub", "postgres://hub:***@db/hub"),
            ("redis://:s3cret@cache", "redis://:***@cache"),
            ("redis-cluster://hub:s3cret@a:7000,b:7000", "redis-cluster://hub:***@a:7000,b:7000"),
            ("postgres://db/hub?user=a&password=s3cret", "postgres://db/hub?user=a&password=***"),
            ("postgres://hub@db/hub?sslmode=require", "postgres://hub@db/hub?sslmode=require"),
            ("sqlite:data/mentorhub.db", "sqlite:data/mentorhub.db"),
        ] {
            assert_eq!(masked(url), printed);
        }
    }
}
