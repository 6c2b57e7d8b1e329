//! Parses `bus.url`.

use redis::{Client, ConnectionInfo, IntoConnectionInfo, ProtocolVersion, RedisError};

use crate::{Error, Result};

/// The address of Redis.
pub(crate) enum Address {
    /// `redis://USER:PASSWORD@HOST:PORT`, or `rediss://…`.
    One(Box<Client>),
    /// Seed members of a cluster: `redis-cluster://USER:PASSWORD@HOST:PORT,HOST:PORT`, or `rediss-cluster://…`.
    Cluster(Vec<ConnectionInfo>),
}

impl Address {
    pub(crate) fn parse(url: &str) -> Result<Self> {
        let refused =
            |error: RedisError| Error::Configuration(format!("bus.url is not a Redis address: {}", error.category()));
        let address = match members(url) {
            None => read(url).and_then(Client::open).map(|client| Self::One(Box::new(client))),
            Some(urls) => urls.iter().map(|url| read(url)).collect::<Result<_, _>>().map(Self::Cluster),
        };
        address.map_err(refused)
    }

    /// Names the kind of Redis for people.
    pub(crate) fn describe(&self) -> &'static str {
        match self {
            Self::One(_) => "Redis",
            Self::Cluster(_) => "Redis Cluster",
        }
    }
}

/// Returns one address for each cluster member that the URL names; None for a single Redis.
fn members(url: &str) -> Option<Vec<String>> {
    let (scheme, rest) = url.split_once("-cluster://")?;
    let (authority, tail) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (user, hosts) = authority.split_at(authority.rfind('@').map_or(0, |at| at + 1));
    Some(hosts.split(',').map(|host| format!("{scheme}://{user}{}{tail}", host.trim())).collect())
}

/// Pushes, and so subscriptions on a shared connection, need RESP3.
fn read(url: &str) -> Result<ConnectionInfo, RedisError> {
    let info = url.into_connection_info()?;
    let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
    Ok(info.set_redis_settings(settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cluster_url_lists_members() {
        let of = |url| members(url).map(|urls| urls.join(" "));
        assert_eq!(of("redis://hub:pw@a"), None);
        assert_eq!(of("redis-cluster://a").unwrap(), "redis://a");
        assert_eq!(of("redis-cluster://a:1,b:2").unwrap(), "redis://a:1 redis://b:2");
        assert_eq!(
            of("rediss-cluster://hub:p@w@a:1, [::1]:2/0?x=y").unwrap(),
            "rediss://hub:p@w@a:1/0?x=y rediss://hub:p@w@[::1]:2/0?x=y"
        );
    }

    #[test]
    fn invalid_address_error_omits_password() {
        for url in ["redis-cluster://:secret@", "redis-cluster://:secret@a,,b", "http-cluster://:secret@a", "secret"] {
            let refused = Address::parse(url).err().unwrap().to_string();
            assert!(refused.starts_with("bus.url is not a Redis address: "), "{refused}");
            assert!(!refused.contains("secret"), "{refused}");
        }
    }
}
