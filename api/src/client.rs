//! From which network address a call comes.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use actix_web::HttpRequest;

/// Whose word is taken for where a call comes from.
#[derive(Clone, Debug)]
pub(crate) enum Proxies {
    /// Nobody's: people connect to this process.
    None,
    /// That of the proxy which connects to this process, and of these, which stand before it.
    Trusted(Vec<Network>),
}

/// An address, or all that begin alike: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    bits: u32,
}

impl Network {
    fn holds(&self, address: IpAddr) -> bool {
        match (self.first, address) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                (first.to_bits() ^ address.to_bits()).leading_zeros() >= self.bits
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                (first.to_bits() ^ address.to_bits()).leading_zeros() >= self.bits
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (first, bits) = text.split_once('/').map_or((text, None), |(first, bits)| (first, Some(bits)));
        let first = first.parse::<IpAddr>().map_err(drop)?;
        let most = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(drop))?;
        if bits <= most { Ok(Self { first, bits }) } else { Err(()) }
    }
}

/// The caller's network: an IPv4 address, or the /64 that one household or machine owns in IPv6.
///
/// Every proxy appends to `X-Forwarded-For` who connected to it, so it is read from its end, and only as far as our own
/// proxies wrote it: the first who is none of them is the caller. Anybody can write what stands before.
pub(crate) fn network(request: &HttpRequest, proxies: &Proxies) -> String {
    let mut caller = request.peer_addr().map(|peer| peer.ip().to_canonical());
    if let Proxies::Trusted(trusted) = proxies {
        for entry in entries(request) {
            // What cannot be read was written for somebody else, or by nobody of ours.
            let Some(address) = entry else { break };
            caller = Some(address);
            if !trusted.iter().any(|network| network.holds(address)) {
                break;
            }
        }
    }
    match caller {
        Some(IpAddr::V6(ip)) => Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64).to_string(),
        Some(ip) => ip.to_string(),
        None => String::new(),
    }
}

/// Who connected to whom, the last one first.
fn entries(request: &HttpRequest) -> impl Iterator<Item = Option<IpAddr>> {
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
    fn only_the_entry_of_our_own_proxy_is_believed() {
        for lines in [&["1.1.1.1, 192.0.2.7"][..], &["1.1.1.1", "192.0.2.7"]] {
            let request = request("10.0.0.1", lines);
            assert_eq!(network(&request, &behind(&[])), "192.0.2.7");
            assert_eq!(network(&request, &Proxies::None), "10.0.0.1");
        }
    }

    #[test]
    fn a_proxy_before_the_proxy_is_not_the_caller() {
        let further = behind(&["10.1.0.0/16", "2001:db8:f::1"]);
        let through = |lines| network(&request("10.0.0.1", lines), &further);
        assert_eq!(through(&["192.0.2.7, 10.1.2.3"]), "192.0.2.7");
        assert_eq!(through(&["192.0.2.7, 2001:db8:f::1", "10.1.2.3"]), "192.0.2.7");
        assert_eq!(through(&["192.0.2.7, ::ffff:10.1.2.3"]), "192.0.2.7");
        assert_eq!(through(&["10.1.9.9"]), "10.1.9.9", "the proxy itself asks");
    }

    #[test]
    fn nobody_gets_another_address_by_writing_it_down() {
        let further = behind(&["10.1.0.0/16"]);
        let through = |lines| network(&request("10.0.0.1", lines), &further);
        // Through both proxies, past the outer one, and with our proxies' own addresses.
        assert_eq!(through(&["1.1.1.1, 192.0.2.7, 10.1.2.3"]), "192.0.2.7");
        assert_eq!(through(&["1.1.1.1, 192.0.2.7"]), "192.0.2.7");
        assert_eq!(through(&["1.1.1.1, 10.1.2.3, 192.0.2.7"]), "192.0.2.7");
        assert_eq!(through(&["unknown, 10.1.2.3"]), "10.1.2.3");
    }

    #[test]
    fn an_unreadable_entry_leaves_the_address_of_the_connection() {
        assert_eq!(network(&request("10.0.0.1", &["unknown"]), &behind(&[])), "10.0.0.1");
    }

    #[test]
    fn a_network_of_ipv6_is_one_caller() {
        let request = request("10.0.0.1", &["2001:db8:1:2:aaaa::1"]);
        assert_eq!(network(&request, &behind(&[])), "2001:db8:1:2::");
        assert_eq!(network(&self::request("[::ffff:192.0.2.7]", &[""]), &Proxies::None), "192.0.2.7");
    }

    #[test]
    fn networks_are_read_and_compared() {
        let holds = |network: &str, address: &str| network.parse::<Network>().unwrap().holds(address.parse().unwrap());
        assert!(holds("10.0.0.0/8", "10.255.0.1") && !holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("192.0.2.7", "192.0.2.7") && !holds("192.0.2.7", "192.0.2.6"));
        assert!(holds("0.0.0.0/0", "192.0.2.7") && !holds("0.0.0.0/0", "2001:db8::1"));
        assert!(holds("2001:db8::/32", "2001:db8:9::1") && !holds("2001:db8::/32", "2001:db9::1"));
        for wrong in ["", "proxy", "10.0.0.0/33", "10.0.0.0/", "10.0/8", "::/129"] {
            assert_eq!(wrong.parse::<Network>(), Err(()), "{wrong}");
        }
    }
}
