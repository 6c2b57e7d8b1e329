//! Which addresses belong to the open internet. Everything else is somebody's inside, and is never reached.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 networks that are not the open internet: (network, bits).
const CLOSED_V4: [(Ipv4Addr, u32); 20] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),        // this network
    (Ipv4Addr::new(10, 0, 0, 0), 8),       // private
    (Ipv4Addr::new(100, 64, 0, 0), 10),    // carrier NAT
    (Ipv4Addr::new(127, 0, 0, 0), 8),      // loopback
    (Ipv4Addr::new(168, 63, 129, 16), 32), // the platform service of a large cloud, under a public number
    (Ipv4Addr::new(169, 254, 0, 0), 16),   // link-local, with the metadata services of clouds
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

/// The part of IPv6 that is given to the open internet.
const OPEN_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// And what is closed within it. Mapped, NAT64, local, multicast and unspecified addresses lie outside of it anyway.
const CLOSED_V6: [(Ipv6Addr, u32); 5] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocol assignments, with Teredo and ORCHID
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4: an IPv4 address in disguise
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48), // AS112
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation
];

/// Whether an address belongs to the open internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !CLOSED_V4.iter().any(|&(network, bits)| holds_v4(network, bits, address)),
        IpAddr::V6(address) => {
            holds_v6(OPEN_V6.0, OPEN_V6.1, address)
                && !CLOSED_V6.iter().any(|&(network, bits)| holds_v6(network, bits, address))
        }
    }
}

fn holds_v4(network: Ipv4Addr, bits: u32, address: Ipv4Addr) -> bool {
    (network.to_bits() ^ address.to_bits()).leading_zeros() >= bits
}

fn holds_v6(network: Ipv6Addr, bits: u32, address: Ipv6Addr) -> bool {
    (network.to_bits() ^ address.to_bits()).leading_zeros() >= bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edges_of_networks_are_where_they_are() {
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
