//! From which network address a call comes.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::HttpRequest;

/// The caller's network: an IPv4 address, or the /64 that one household or machine owns in IPv6.
/// `X-Forwarded-For` counts only where a proxy of ours wrote its last entry; anybody can write the others.
pub(crate) fn network(request: &HttpRequest, behind_proxy: bool) -> String {
    let told = behind_proxy
        .then(|| {
            request.headers().get_all("x-forwarded-for").last()?.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
        })
        .flatten();
    match told.or_else(|| request.peer_addr().map(|peer| peer.ip())) {
        Some(IpAddr::V6(ip)) if ip.to_ipv4_mapped().is_none() => {
            Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64).to_string()
        }
        Some(ip) => ip.to_canonical().to_string(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn request(peer: &str, forwarded: &str) -> HttpRequest {
        TestRequest::default()
            .peer_addr(format!("{peer}:4000").parse().unwrap())
            .insert_header(("x-forwarded-for", forwarded))
            .to_http_request()
    }

    #[test]
    fn only_the_entry_of_our_own_proxy_is_believed() {
        let request = request("10.0.0.1", "1.1.1.1, 192.0.2.7");
        assert_eq!(network(&request, true), "192.0.2.7");
        assert_eq!(network(&request, false), "10.0.0.1");
    }

    #[test]
    fn an_unreadable_entry_leaves_the_address_of_the_connection() {
        assert_eq!(network(&request("10.0.0.1", "unknown"), true), "10.0.0.1");
    }

    #[test]
    fn a_network_of_ipv6_is_one_caller() {
        let request = request("10.0.0.1", "2001:db8:1:2:aaaa::1");
        assert_eq!(network(&request, true), "2001:db8:1:2::");
        assert_eq!(network(&self::request("[::ffff:192.0.2.7]", ""), false), "192.0.2.7");
    }
}
