//! Addresses that lead to a private network, in every notation.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use egress::{Fetcher, Options, Refused, Resolver};
use url::Url;

use crate::server::{Canary, PAGE_OPTIONS, Server, fetcher, html};

/// PORT is replaced by the canary's port.
const HOSTILE: &[&str] = &[
    // Loopback.
    "http://127.0.0.1:PORT/",
    "http://127.0.0.1.:PORT/",
    "http://127.1:PORT/",
    "http://127.0.1:PORT/",
    "http://127.255.255.254:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f000001:PORT/",
    "http://0x7f.0.0.1:PORT/",
    "http://0x7f.1:PORT/",
    "http://0X7F.0X1:PORT/",
    "http://017700000001:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://0177.0.0.01:PORT/",
    "http://00000177.1:PORT/",
    "http://%31%32%37.0.0.1:PORT/",
    "http://127。0。0。1:PORT/",
    "http://１２７.0.0.1:PORT/",
    "http://①②⑦.⓪.⓪.①:PORT/",
    "http://127.0.0.1\t:PORT/",
    "http:\\\\127.0.0.1:PORT\\",
    "http:127.0.0.1:PORT/",
    "http:/127.0.0.1:PORT/",
    "http:///127.0.0.1:PORT/",
    "HTTP://127.0.0.1:PORT/#.example.org",
    // Unspecified address.
    "http://0.0.0.0:PORT/",
    "http://0:PORT/",
    "http://0x0:PORT/",
    "http://[::]:PORT/",
    "http://[0:0:0:0:0:0:0:0]:PORT/",
    "http://[::1]:PORT/",
    "http://[0:0:0:0:0:0:0:1]:PORT/",
    "http://[0000::0001]:PORT/",
    // IPv4 within IPv6.
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/",
    "http://[::127.0.0.1]:PORT/",
    "http://[::ffff:0:127.0.0.1]:PORT/",
    "http://[64:ff9b::127.0.0.1]:PORT/",
    "http://[64:ff9b:1::7f00:1]:PORT/",
    "http://[2002:7f00:1::]:PORT/",
    "http://[2001:0:7f00:1::80ff:fffe]:PORT/",
    // Private, link-local, carrier, reserved.
    "http://10.0.0.1:PORT/",
    "http://172.16.0.1:PORT/",
    "http://192.168.0.1:PORT/",
    "http://3232235521:PORT/",
    "http://100.64.0.1:PORT/",
    "http://100.100.100.200:PORT/",
    "http://169.254.169.254/latest/meta-data/",
    "http://0xa9fea9fe/latest/meta-data/",
    "http://[::ffff:a9fe:a9fe]/latest/meta-data/",
    "http://[fd00:ec2::254]/latest/meta-data/",
    "http://168.63.129.16/metadata/",
    "http://192.0.0.192/opc/v2/",
    "http://192.0.2.1:PORT/",
    "http://198.18.0.1:PORT/",
    "http://198.51.100.7:PORT/",
    "http://203.0.113.7:PORT/",
    "http://224.0.0.1:PORT/",
    "http://240.0.0.1:PORT/",
    "http://255.255.255.255:PORT/",
    "http://[fe80::1]:PORT/",
    "http://[fc00::1]:PORT/",
    "http://[ff02::1]:PORT/",
    "http://[2001:db8::1]:PORT/",
    "http://[3fff::1]:PORT/",
    "http://[100::1]:PORT/",
    // Names.
    "http://localhost:PORT/",
    "http://LOCALHOST:PORT/",
    "http://localhost.:PORT/",
    "http://inside.example:PORT/",
    "http://mapped.example:PORT/",
    "http://half.example:PORT/",
    "http://nowhere.example:PORT/",
    "http://metadata.google.internal:PORT/",
    // Credentials, and hosts hidden behind them.
    "http://user@127.0.0.1:PORT/",
    "http://user:password@open.example:PORT/",
    "http://open.example@127.0.0.1:PORT/",
    "http://open.example%00@127.0.0.1:PORT/",
    "https://127.0.0.1:PORT/",
    // Other schemes.
    "ftp://127.0.0.1:PORT/",
    "gopher://127.0.0.1:PORT/_GET",
    "ws://127.0.0.1:PORT/",
    "file:///etc/passwd",
    "file://127.0.0.1/etc/passwd",
    "dict://127.0.0.1:PORT/",
    "unix:/var/run/docker.sock",
    "data:text/html,<title>hello</title>",
    "javascript:alert(1)",
    "blob:http://127.0.0.1:PORT/x",
];

/// Test resolver: these names lead to private addresses by their answer alone.
struct Names;

impl Resolver for Names {
    fn addresses(&self, name: &str) -> egress::Addresses {
        let addresses: io::Result<Vec<IpAddr>> = match name.trim_end_matches('.') {
            "localhost" | "inside.example" | "metadata.google.internal" => Ok(vec![[127, 0, 0, 1].into()]),
            "mapped.example" => Ok(vec!["::ffff:127.0.0.1".parse().unwrap()]),
            // One of two addresses is public: the connector would try the other as well.
            "half.example" => Ok(vec!["127.0.0.1".parse().unwrap(), "127.0.0.2".parse().unwrap()]),
            "open.example" => Ok(vec![[127, 0, 0, 2].into()]),
            _ => Ok(Vec::new()),
        };
        Box::pin(async { addresses })
    }
}

#[tokio::test]
async fn private_addresses_are_never_contacted() {
    assert!(HOSTILE.len() >= 60);
    let canary = Canary::new().await;
    let fetcher = fetcher(|options| options.resolver = Arc::new(Names));
    for target in HOSTILE {
        // Unparsable addresses cannot be requested.
        let Ok(url) = Url::parse(&target.replace("PORT", &canary.port.to_string())) else { continue };
        let refused = fetcher.get(&url, &PAGE_OPTIONS).await.unwrap_err();
        assert!(matches!(refused, Refused::Address | Refused::Failed), "{target}: {refused:?}");
    }
    assert_eq!(canary.visits(), 0);
    canary.sings().await;
}

#[tokio::test]
async fn only_web_ports_are_contacted() {
    let canary = Canary::new().await;
    let options = Options { is_public: |_| true, resolver: Arc::new(Names), ..Options::default() };
    let fetcher = Fetcher::new(options);
    for host in ["127.0.0.1", "inside.example"] {
        for scheme in ["http", "https"] {
            let url = Url::parse(&format!("{scheme}://{host}:{}/", canary.port)).unwrap();
            assert_eq!(fetcher.get(&url, &PAGE_OPTIONS).await.unwrap_err(), Refused::Address);
        }
    }
    assert_eq!(canary.visits(), 0);
    canary.sings().await;
}

/// Answers with a public address first and a private one from then on (DNS rebinding).
struct Rebinding(AtomicUsize);

impl Resolver for Rebinding {
    fn addresses(&self, _: &str) -> egress::Addresses {
        let is_first = self.0.fetch_add(1, Ordering::SeqCst) == 0;
        Box::pin(async move { Ok(vec![[127, 0, 0, if is_first { 2 } else { 1 }].into()]) })
    }
}

#[tokio::test]
async fn dns_rebinding_has_no_effect() {
    let canary = Canary::new().await;
    let server = Server::at(&format!("127.0.0.2:{}", canary.port), |_| html("<title>public</title>")).await;
    let names = Arc::new(Rebinding(AtomicUsize::new(0)));
    let fetcher = fetcher(|options| options.resolver = names.clone());
    let url = Url::parse(&format!("http://rebind.example:{}/", canary.port)).unwrap();
    assert_eq!(fetcher.get(&url, &PAGE_OPTIONS).await.unwrap().bytes, b"<title>public</title>");
    assert_eq!((names.0.load(Ordering::SeqCst), server.asked().len()), (1, 1));
    // The second resolution yields a private address, and no idle connection is reused.
    assert_eq!(fetcher.get(&url, &PAGE_OPTIONS).await.unwrap_err(), Refused::Failed);
    assert_eq!(canary.visits(), 0);
    canary.sings().await;
}

/// A resolver that never answers.
struct Mute;

impl Resolver for Mute {
    fn addresses(&self, _: &str) -> egress::Addresses {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn unanswered_resolution_times_out() {
    let fetcher = fetcher(|options| {
        options.resolver = Arc::new(Mute);
        options.patience = Duration::from_millis(50);
    });
    let url = Url::parse("http://mute.example/").unwrap();
    assert_eq!(fetcher.get(&url, &PAGE_OPTIONS).await.unwrap_err(), Refused::TooSlow);
}
