//! Other people's web servers, on this machine.

use std::sync::{Arc, Mutex};

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};

/// A web server with scripted responses that records its requests.
pub(crate) struct ForeignServer {
    pub(crate) url: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl ForeignServer {
    pub(crate) fn start(answer: fn(&str, &str) -> HttpResponse) -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let noted = asked.clone();
        let server = HttpServer::new(move || {
            let noted = noted.clone();
            App::new().default_service(web::to(move |request: HttpRequest| {
                let path = request.uri().to_string();
                noted.lock().unwrap().push(path.clone());
                let own = format!("http://{}", request.connection_info().host());
                async move { answer(&path, &own) }
            }))
        });
        let server = server.workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}", server.addrs()[0]);
        tokio::spawn(server.run());
        Self { url, asked }
    }

    /// Returns the requested paths so far.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}
