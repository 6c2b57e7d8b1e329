//! One port for the calls of HTTP and for WebSockets. Requests for a socket leave actix-web before their connection gets
//! buffers of its own: an idle socket would keep 16 kB of them.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use actix_codec::Framed;
use actix_http::body::{BodySize, BoxBody, MessageBody};
use actix_http::h1::{Codec, Message, SendResponse};
use actix_http::{ConnectionType, HttpService, Request, Response, ws};
use actix_server::Server;
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::ResponseError as _;
use actix_web::dev::AppConfig;
use actix_web::http::StatusCode;
use actix_web::rt::net::TcpStream;
use actix_web::web::BytesMut;
use futures_util::SinkExt as _;
use socket2::{Domain, Protocol, SockRef, Socket, Type};

use crate::Error;

/// A peer that takes nothing of what was sent to it for so long is gone, whatever its machine says.
const PEER_TIMEOUT: Duration = Duration::from_secs(30);

/// Connections that may wait to be accepted: everybody comes back at once when a node restarts.
const BACKLOG: i32 = 4096;

/// How long the headers of a request may take, and the end of its connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// How a server listens.
#[derive(Clone, Copy, Debug)]
pub struct Listener {
    /// Where; port 0 means one that is free.
    pub address: SocketAddr,
    /// Threads; 0 means one per core.
    pub workers: usize,
    /// Seconds that running requests get at the end.
    pub last_requests: u64,
}

/// A request for a WebSocket, with the connection that it came on.
#[derive(Debug)]
pub struct Upgrade {
    /// Its head.
    pub request: Request,
    connection: Framed<TcpStream, Codec>,
}

impl Listener {
    /// Serves an application, and hands requests for WebSockets to `sockets`. Gives back the address in use.
    pub fn serve<A, I, S, B, U, F>(self, app: A, sockets: U) -> io::Result<(Server, SocketAddr)>
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
        let listener = self.bind()?;
        let address = listener.local_addr()?;
        let mut server = Server::build().disable_signals().shutdown_timeout(self.last_requests);
        if self.workers > 0 {
            server = server.workers(self.workers);
        }
        let ending = server.graceful_shutdown_signal();
        let server = server.listen("mentorhub", listener, move || {
            let (sockets, ending) = (sockets.clone(), ending.clone());
            let app = app().into_factory().map_err(|error| error.into().as_response_error().error_response());
            HttpService::build()
                .graceful_shutdown_signal(move || {
                    let ending = ending.clone();
                    async move { ending.notified().await }
                })
                .client_request_timeout(PATIENCE)
                .client_disconnect_timeout(PATIENCE)
                .local_addr(address)
                // Without it small frames wait for each other: 40 ms instead of 2.
                .tcp_nodelay(true)
                .on_connect_ext(|stream: &TcpStream, _| give_up_on_silent_peer(stream))
                .upgrade(fn_service(move |(request, connection)| {
                    let taken = sockets(Upgrade { request, connection });
                    async {
                        taken.await;
                        Ok::<_, actix_web::Error>(())
                    }
                }))
                .finish(map_config(app, |()| AppConfig::default()))
                .tcp()
        })?;
        Ok((server.run(), address))
    }

    fn bind(&self) -> io::Result<std::net::TcpListener> {
        let socket = Socket::new(Domain::for_address(self.address), Type::STREAM, Some(Protocol::TCP))?;
        socket.set_reuse_address(true)?;
        socket.bind(&self.address.into())?;
        socket.listen(BACKLOG)?;
        Ok(socket.into())
    }
}

impl Upgrade {
    /// Opens the socket, and gives back its connection and what came of it already. Refuses what is no handshake.
    pub async fn accept(self) -> io::Result<Option<(TcpStream, BytesMut)>> {
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
        Ok(Some((parts.io, parts.read_buf)))
    }

    /// Answers that there is no socket for this request.
    pub async fn refuse(self, error: &Error) -> io::Result<()> {
        let answer: Response<BoxBody> = error.error_response().into();
        let mut answer = answer.map_body(|_, body| body.try_into_bytes().unwrap_or_default());
        answer.head_mut().set_connection_type(ConnectionType::Close);
        SendResponse::new(self.connection, answer).await.map(drop).map_err(|error| io::Error::other(error.to_string()))
    }
}

/// 400: a request for a socket that is none.
pub fn not_a_handshake(why: &ws::HandshakeError) -> Error {
    Error::new(StatusCode::BAD_REQUEST, "malformed", format!("This is not a WebSocket handshake: {why}."))
}

/// Else a reader that stopped reading could hold its connection, and what waits for it, for ever.
fn give_up_on_silent_peer(stream: &TcpStream) {
    if let Err(error) = SockRef::from(stream).set_tcp_user_timeout(Some(PEER_TIMEOUT)) {
        tracing::debug!(%error, "a connection has no time limit");
    }
}
