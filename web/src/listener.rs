//! One port for HTTP and WebSockets. Upgrade requests leave actix-web before it allocates buffers for their connection: an
//! idle socket would keep 16 kB of them.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_codec::Framed;
use actix_http::body::{BodySize, BoxBody, MessageBody};
use actix_http::error::DispatchError;
use actix_http::h1::{Codec, Message, SendResponse};
use actix_http::{ConnectionType, HttpService, Protocol as HttpProtocol, Request, Response, ws};
use actix_server::Server;
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::ResponseError as _;
use actix_web::dev::AppConfig;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::rt::net::TcpStream;
use actix_web::web::BytesMut;
use futures_util::SinkExt as _;
use futures_util::future::ready;
use socket2::{Domain, Protocol, SockRef, Socket, Type};

use crate::connection_limit::ConnectionLimit;
use crate::request_stream::RequestStream;
use crate::{ConnectionPermit, Error};

/// A connection is closed when sent data stays unacknowledged for so long.
const PEER_TIMEOUT: Duration = Duration::from_secs(30);

/// Connections that wait to be accepted: all clients reconnect at once when a node restarts.
const BACKLOG: i32 = 4096;

/// For the headers of the first request, and for the end of its connection.
const HEADER_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a browser's connection stays open for its next request: short, since each one keeps its buffers.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// How long a proxy's connection does: longer than proxies keep an idle one (60 s is usual). One that is closed at the moment
/// of a request is answered with 502, since only harmless requests may be sent again.
const PROXY_KEEP_ALIVE: Duration = Duration::from_secs(75);

/// The default of [`ListenOptions::request_timeout`]: longer than mobile browsers wait.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Where and how a server listens.
#[derive(Clone, Copy, Debug)]
pub struct ListenOptions {
    /// The address to bind; port 0 takes any free port.
    pub address: SocketAddr,
    /// Worker threads; 0 starts one per core.
    pub workers: usize,
    /// Seconds that running requests get during a graceful stop.
    pub shutdown_seconds: u64,
    /// Connections of one network address, without WebSockets that are signed in; None behind a proxy, which has the address
    /// of all clients.
    pub connections_per_address: Option<usize>,
    /// How long a client may take for a request; a large one gets longer.
    pub request_timeout: Duration,
}

impl ListenOptions {
    /// One worker thread per core, and no limit of connections.
    pub fn new(address: SocketAddr) -> Self {
        let request_timeout = REQUEST_TIMEOUT;
        Self { address, workers: 0, shutdown_seconds: 5, connections_per_address: None, request_timeout }
    }
}

/// A bound port that does not accept connections yet.
#[derive(Debug)]
pub struct Listener {
    socket: std::net::TcpListener,
    options: ListenOptions,
}

/// A request for a WebSocket, with its connection.
#[derive(Debug)]
pub struct Upgrade {
    /// The request without a body.
    pub request: Request,
    connection: Framed<RequestStream, Codec>,
}

/// An accepted WebSocket.
#[derive(Debug)]
pub struct OpenSocket {
    /// The connection.
    pub stream: TcpStream,
    /// The bytes that were read with the handshake.
    pub read: BytesMut,
    /// Counts the socket as a connection of its network address.
    pub permit: Option<ConnectionPermit>,
}

impl Listener {
    /// Binds the port.
    pub fn bind(options: ListenOptions) -> io::Result<Self> {
        let socket = Socket::new(Domain::for_address(options.address), Type::STREAM, Some(Protocol::TCP))?;
        socket.set_reuse_address(true)?;
        socket.bind(&options.address.into())?;
        socket.listen(BACKLOG)?;
        Ok(Self { socket: socket.into(), options })
    }

    /// Returns the bound address.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Serves an application and passes WebSocket requests to `sockets`.
    pub fn serve<A, I, S, B, U, F>(self, app: A, sockets: U) -> io::Result<Server>
    where
        A: Fn() -> I + Send + Clone + 'static,
        I: IntoServiceFactory<S, Request>,
        S: ServiceFactory<Request, Config = AppConfig> + 'static,
        S::Error: Into<actix_web::Error>,
        S::InitError: std::fmt::Debug,
        S::Response: Into<Response<B>>,
        B: MessageBody + 'static,
        U: Fn(Upgrade) -> F + Send + Clone + 'static,
        F: Future<Output = ()> + 'static,
    {
        let address = self.address()?;
        let Self { socket, options } = self;
        let mut server = Server::build().disable_signals().shutdown_timeout(options.shutdown_seconds);
        if options.workers > 0 {
            server = server.workers(options.workers);
        }
        let ending = server.graceful_shutdown_signal();
        let keep_alive = if options.connections_per_address.is_none() { PROXY_KEEP_ALIVE } else { KEEP_ALIVE };
        let limit = options.connections_per_address.map(|most| Arc::new(ConnectionLimit::new(most)));
        let server = server.listen("mentorhub", socket, move || {
            let (sockets, ending, limit) = (sockets.clone(), ending.clone(), limit.clone());
            let app = app().into_factory().map_err(|error| error.into().as_response_error().error_response());
            let http = HttpService::build()
                .graceful_shutdown_signal(move || {
                    let ending = ending.clone();
                    async move { ending.notified().await }
                })
                .keep_alive(keep_alive)
                .client_request_timeout(HEADER_TIMEOUT)
                .client_disconnect_timeout(HEADER_TIMEOUT)
                .local_addr(address)
                .upgrade(fn_service(move |(request, connection)| {
                    let taken = sockets(Upgrade { request, connection });
                    async {
                        taken.await;
                        Ok::<_, actix_web::Error>(())
                    }
                }))
                .finish(map_config(app, |()| AppConfig::default()));
            let connect = move |stream| ready(connect(stream, limit.as_ref(), options.request_timeout));
            fn_service(connect).and_then(http)
        })?;
        Ok(server.run())
    }
}

impl Upgrade {
    /// Accepts the handshake and returns the connection. Refuses invalid handshakes.
    pub async fn accept(self) -> io::Result<Option<OpenSocket>> {
        let Self { request, mut connection } = self;
        let mut answer = match ws::handshake(request.head()) {
            Ok(mut answer) => answer.finish(),
            Err(error) => {
                let error = not_a_handshake(&error);
                return Self { request, connection }.refuse(&error).await.map(|()| None);
            }
        };
        answer.head_mut().set_connection_type(ConnectionType::Upgrade);
        connection.send(Message::Item((answer.drop_body(), BodySize::None))).await?;
        let parts = connection.into_parts();
        let (stream, permit) = parts.io.into_parts();
        Ok(Some(OpenSocket { stream, read: parts.read_buf, permit }))
    }

    /// Answers with an error instead of a socket.
    pub async fn refuse(self, error: &Error) -> io::Result<()> {
        let answer: Response<BoxBody> = error.error_response().into();
        let mut answer = answer.map_body(|_, body| body.try_into_bytes().unwrap_or_default());
        answer.head_mut().set_connection_type(ConnectionType::Close);
        SendResponse::new(self.connection, answer).await.map(drop).map_err(|error| io::Error::other(error.to_string()))
    }
}

/// 400: not a valid WebSocket handshake; 426 names the version that the server speaks (RFC 6455, 4.4).
pub fn not_a_handshake(why: &ws::HandshakeError) -> Error {
    let error = |status| Error::new(status, "malformed", format!("This is not a WebSocket handshake: {why}."));
    match why {
        ws::HandshakeError::NoVersionHeader | ws::HandshakeError::UnsupportedVersion => {
            error(StatusCode::UPGRADE_REQUIRED).header(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"))
        }
        _ => error(StatusCode::BAD_REQUEST),
    }
}

/// Prepares a new connection, or closes it if its network address has too many.
fn connect(
    stream: TcpStream,
    limit: Option<&Arc<ConnectionLimit>>,
    request_timeout: Duration,
) -> Result<(RequestStream, HttpProtocol, Option<SocketAddr>), DispatchError> {
    let peer = stream.peer_addr()?;
    let permit = match limit {
        Some(limit) => Some(limit.acquire(peer.ip()).ok_or_else(|| io::Error::from(io::ErrorKind::ConnectionRefused))?),
        None => None,
    };
    // Otherwise Nagle's algorithm delays small frames: 40 ms instead of 2.
    stream.set_nodelay(true)?;
    set_user_timeout(&stream);
    Ok((RequestStream::new(stream, permit, request_timeout), HttpProtocol::Http1, Some(peer)))
}

/// Without a timeout, a client that stops reading keeps its connection and its send queue for ever.
fn set_user_timeout(stream: &TcpStream) {
    if let Err(error) = SockRef::from(stream).set_tcp_user_timeout(Some(PEER_TIMEOUT)) {
        tracing::debug!(%error, "a connection has no time limit");
    }
}
