//! Protection against server-side request forgery: checks user-supplied addresses before a connection is made.

use std::net::SocketAddr;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, redirect};
use url::{Host, Origin, Url};

use crate::{Options, Refused, address};

/// Longer addresses are rejected.
const MAX_URL_BYTES: usize = 2048;

/// Creates a client that connects to public addresses only and sends nothing about the requesting person.
pub(crate) fn client(options: &Options, user_agent: &str) -> Client {
    #[expect(clippy::expect_used, reason = "everything it is made of is a constant")]
    Client::builder()
        .tls_backend_preconfigured(tls())
        .dns_resolver(PublicResolver { options: options.clone() })
        .redirect(redirect::Policy::none())
        .no_proxy()
        .referer(false)
        .no_gzip()
        .no_brotli()
        .no_zstd()
        .no_deflate()
        // An idle connection would outlive the check that allowed it.
        .pool_max_idle_per_host(0)
        .user_agent(user_agent)
        .build()
        .expect("a client of constants")
}

/// Checks everything that is known before name resolution.
pub(crate) fn may_reach(options: &Options, url: &Url) -> bool {
    let is_plain = matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
    let Some(host) = url.host().filter(|_| is_plain && url.as_str().len() <= MAX_URL_BYTES) else { return false };
    if options.trusted.as_ref() == Some(&url.origin()) {
        return true;
    }
    let is_reachable = match host {
        Host::Domain(name) => address::is_public_name(name),
        Host::Ipv4(address) => (options.is_public)(address.into()),
        Host::Ipv6(address) => (options.is_public)(address.into()),
    };
    is_reachable && url.port_or_known_default().is_some_and(options.is_web_port)
}

/// The connector's resolver: a name with any non-public address is rejected.
struct PublicResolver {
    options: Options,
}

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let is_public = self.options.is_public;
        let is_trusted = match &self.options.trusted {
            Some(Origin::Tuple(_, host, _)) => host.to_string() == name.as_str(),
            _ => false,
        };
        let addresses = self.options.resolver.addresses(name.as_str());
        Box::pin(async move {
            let addresses = addresses.await?;
            if addresses.is_empty() || !is_trusted && !addresses.iter().all(|address| is_public(*address)) {
                return Err(Refused::Address.into());
            }
            // Port 0 means the port of the URL.
            let addresses: Addrs = Box::new(addresses.into_iter().map(|address| SocketAddr::new(address, 0)));
            Ok(addresses)
        })
    }
}

/// TLS configuration with the Mozilla roots and an explicit crypto provider.
pub(crate) fn tls() -> rustls::ClientConfig {
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    #[expect(clippy::expect_used, reason = "the provider and the versions are constants")]
    let builder = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("ring knows TLS 1.2 and 1.3");
    builder.with_root_certificates(roots).with_no_client_auth()
}
