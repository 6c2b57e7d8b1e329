//! The network address of a client, also behind reverse proxies.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use actix_web::HttpRequest;
use ipnet::IpNet;

/// The reverse proxies whose `X-Forwarded-For` entries are trusted.
#[derive(Clone, Debug)]
pub enum Proxies {
    /// None: clients connect to this process.
    None,
    /// The proxy that connects to this process, and those in these networks before it.
    Trusted(Vec<Network>),
}

/// An address or a range of addresses: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

impl FromStr for Network {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let address = text.parse::<IpAddr>().map(IpNet::from);
        address.or_else(|_| text.parse()).map(Self).map_err(drop)
    }
}

impl Proxies {
    /// The client's network: an IPv4 address, or a /64 in IPv6, which one household or machine owns.
    ///
    /// Every proxy appends the address that connected to it to `X-Forwarded-For`. The header is therefore read from its end,
    /// and only as far as trusted proxies wrote it: the first address that is no trusted proxy is the client. Clients can
    /// forge what stands before.
    pub(crate) fn client_network(&self, request: &HttpRequest) -> String {
        let mut client = request.peer_addr().map(|peer| peer.ip().to_canonical());
        if let Self::Trusted(trusted) = self {
            for entry in forwarded_for(request) {
                // A trusted proxy writes addresses only.
                let Some(address) = entry else { break };
                client = Some(address);
                if !trusted.iter().any(|network| network.0.contains(&address)) {
                    break;
                }
            }
        }
        client.map(|ip| network_of(ip).to_string()).unwrap_or_default()
    }
}

/// The network of an address: an IPv4 address, or the first 64 bits of an IPv6 address.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64).into(),
        ip @ IpAddr::V4(_) => ip,
    }
}

/// The entries of `X-Forwarded-For`, last one first.
fn forwarded_for(request: &HttpRequest) -> impl Iterator<Item = Option<IpAddr>> {
    let lines: Vec<_> = request.headers().get_all("x-forwarded-for").collect();
    let texts = lines.into_iter().rev().flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
    texts.map(|text| text.trim().parse::<IpAddr>().ok().map(|address| address.to_canonical()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn request(peer: &str, lines: &[&str]) -> HttpRequest {
        let request = TestRequest::default().peer_addr(format!("{peer}:4000").parse().unwrap());
        lines.iter().fold(request, |request, line| request.append_header(("x-forwarded-for", *line))).to_http_request()
    }

    fn behind(further: &[&str]) -> Proxies {
        Proxies::Trusted(further.iter().map(|text| text.parse().unwrap()).collect())
    }

    #[test]
    fn only_last_forwarded_entry_is_trusted() {
        for lines in [&["1.1.1.1, 192.0.2.7"][..], &["1.1.1.1", "192.0.2.7"]] {
            let request = request("10.0.0.1", lines);
            assert_eq!(behind(&[]).client_network(&request), "192.0.2.7");
            assert_eq!(Proxies::None.client_network(&request), "10.0.0.1");
        }
    }

    #[test]
    fn trusted_outer_proxy_is_not_the_client() {
        let further = behind(&["10.1.0.0/16", "2001:db8:f::1"]);
        let through = |lines| further.client_network(&request("10.0.0.1", lines));
        assert_eq!(through(&["192.0.2.7, 10.1.2.3"]), "192.0.2.7");
        assert_eq!(through(&["192.0.2.7, 2001:db8:f::1", "10.1.2.3"]), "192.0.2.7");
        assert_eq!(through(&["192.0.2.7, ::ffff:10.1.2.3"]), "192.0.2.7");
        assert_eq!(through(&["10.1.9.9"]), "10.1.9.9", "the proxy itself calls");
    }

    #[test]
    fn forged_forwarded_entries_are_ignored() {
        let further = behind(&["10.1.0.0/16"]);
        let through = |lines| further.client_network(&request("10.0.0.1", lines));
        // Through both proxies, past the outer one, and with our proxies' own addresses.
        assert_eq!(through(&["1.1.1.1, 192.0.2.7, 10.1.2.3"]), "192.0.2.7");
        assert_eq!(through(&["1.1.1.1, 192.0.2.7"]), "192.0.2.7");
        assert_eq!(through(&["1.1.1.1, 10.1.2.3, 192.0.2.7"]), "192.0.2.7");
        assert_eq!(through(&["unknown, 10.1.2.3"]), "10.1.2.3");
    }

    #[test]
    fn unreadable_entry_falls_back_to_peer_address() {
        assert_eq!(behind(&[]).client_network(&request("10.0.0.1", &["unknown"])), "10.0.0.1");
    }

    #[test]
    fn ipv6_clients_share_their_64_bit_network() {
        let request = request("10.0.0.1", &["2001:db8:1:2:aaaa::1"]);
        assert_eq!(behind(&[]).client_network(&request), "2001:db8:1:2::");
        assert_eq!(Proxies::None.client_network(&self::request("[::ffff:192.0.2.7]", &[""])), "192.0.2.7");
    }

    #[test]
    fn networks_are_parsed_and_contain_addresses() {
        let holds = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().0.contains(&address.parse::<IpAddr>().unwrap())
        };
        assert!(holds("10.0.0.0/8", "10.255.0.1") && !holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("192.0.2.7", "192.0.2.7") && !holds("192.0.2.7", "192.0.2.6"));
        assert!(holds("0.0.0.0/0", "192.0.2.7") && !holds("0.0.0.0/0", "2001:db8::1"));
        assert!(holds("2001:db8::/32", "2001:db8:9::1") && !holds("2001:db8::/32", "2001:db9::1"));
        for wrong in ["", "proxy", "10.0.0.0/33", "10.0.0.0/", "10.0/8", "::/129"] {
            assert_eq!(wrong.parse::<Network>(), Err(()), "{wrong}");
        }
    }
}
