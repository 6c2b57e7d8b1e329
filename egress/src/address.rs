//! Classifies IP addresses and host names as public or not. Only public ones are ever connected to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 networks that are not public: (network, prefix length).
const PRIVATE_V4: [(Ipv4Addr, u32); 20] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),        // this network
    (Ipv4Addr::new(10, 0, 0, 0), 8),       // private
    (Ipv4Addr::new(100, 64, 0, 0), 10),    // carrier NAT
    (Ipv4Addr::new(127, 0, 0, 0), 8),      // loopback
    (Ipv4Addr::new(168, 63, 129, 16), 32), // the platform service of a large cloud, in a public range
    (Ipv4Addr::new(169, 254, 0, 0), 16),   // link-local, with cloud metadata services
    (Ipv4Addr::new(172, 16, 0, 0), 12),    // private
    (Ipv4Addr::new(192, 0, 0, 0), 24),     // protocol assignments
    (Ipv4Addr::new(192, 0, 2, 0), 24),     // documentation
    (Ipv4Addr::new(192, 31, 196, 0), 24),  // AS112
    (Ipv4Addr::new(192, 52, 193, 0), 24),  // multicast tunnels
    (Ipv4Addr::new(192, 88, 99, 0), 24),   // 6to4 relays
    (Ipv4Addr::new(192, 168, 0, 0), 16),   // private
    (Ipv4Addr::new(192, 175, 48, 0), 24),  // AS112
    (Ipv4Addr::new(198, 18, 0, 0), 15),    // benchmarks
    (Ipv4Addr::new(198, 51, 100, 0), 24),  // documentation
    (Ipv4Addr::new(203, 0, 113, 0), 24),   // documentation
    (Ipv4Addr::new(224, 0, 0, 0), 4),      // multicast
    (Ipv4Addr::new(240, 0, 0, 0), 4),      // reserved
    (Ipv4Addr::new(255, 255, 255, 255), 32),
];

/// The IPv6 range that is allocated for public use.
const PUBLIC_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Non-public networks within that range. Mapped, NAT64, local, multicast and unspecified addresses lie outside it.
const PRIVATE_V6: [(Ipv6Addr, u32); 5] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocol assignments, with Teredo and ORCHID
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4: an embedded IPv4 address
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48), // AS112
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation
];

/// Ends of names that only a local network resolves: reserved, or in common use there (RFC 6761, 6762 and 8375).
const PRIVATE_NAMES: [&str; 10] =
    ["localhost", "local", "localdomain", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa"];

/// Returns whether a host name can be public: it has a dot, and no private end.
pub fn is_public_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let is_below =
        |end: &&str| name.strip_suffix(*end).is_some_and(|before| before.is_empty() || before.ends_with('.'));
    name.contains('.') && !PRIVATE_NAMES.iter().any(is_below)
}

/// Returns whether an address is public.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !PRIVATE_V4.iter().any(|&(network, bits)| contains_v4(network, bits, address)),
        IpAddr::V6(address) => {
            contains_v6(PUBLIC_V6.0, PUBLIC_V6.1, address)
                && !PRIVATE_V6.iter().any(|&(network, bits)| contains_v6(network, bits, address))
        }
    }
}

fn contains_v4(network: Ipv4Addr, bits: u32, address: Ipv4Addr) -> bool {
    (network.to_bits() ^ address.to_bits()).leading_zeros() >= bits
}

fn contains_v6(network: Ipv6Addr, bits: u32, address: Ipv6Addr) -> bool {
    (network.to_bits() ^ address.to_bits()).leading_zeros() >= bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_local_networks_are_not_public() {
        for name in
            ["localhost", "localhost.", "LOCALHOST", "a.localhost", "hub", "db.internal", "x.home.arpa", "nas.lan"]
        {
            assert!(!is_public_name(name), "{name}");
        }
        for name in ["example.org", "notlocalhost.org", "mylan.example", "local.example.org", "fcm.googleapis.com."] {
            assert!(is_public_name(name), "{name}");
        }
    }

    #[test]
    fn network_boundaries_are_exact() {
        for (inside, outside) in [
            ("10.255.255.255", "11.0.0.0"),
            ("100.64.0.0", "100.63.255.255"),
            ("100.127.255.255", "100.128.0.0"),
            ("127.0.0.1", "126.255.255.255"),
            ("169.254.169.254", "169.253.255.255"),
            ("172.31.255.255", "172.32.0.0"),
            ("192.168.0.0", "192.167.255.255"),
            ("198.19.255.255", "198.20.0.0"),
            ("224.0.0.0", "223.255.255.255"),
            ("168.63.129.16", "168.63.129.17"),
            ("2001:1ff:ffff::1", "2001:200::1"),
            ("2001:db8::1", "2001:db9::1"),
            ("2002:7f00:1::", "2003::1"),
            ("3fff:fff::1", "3fff:1000::1"),
            ("fd00:ec2::254", "2600::1"),
            ("::ffff:8.8.8.8", "8.8.8.8"),
            ("64:ff9b::808:808", "2606:4700::1111"),
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
            assert!(is_public(outside.parse().unwrap()), "{outside}");
        }
    }
}
