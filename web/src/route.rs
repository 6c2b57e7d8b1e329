//! Route tables: every route names its [`Policy`], which a middleware enforces before the handler runs.

use std::fmt;
use std::sync::Arc;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{Data, ServiceConfig, resource, to};
use actix_web::{FromRequest, Handler, HttpRequest, HttpResponse, Responder, guard};
use store::staff::Permission;
use store::{Store, flags};

use crate::api_key::ApiKeys;
use crate::caller::{ActiveMember, Caller, Member, SignedIn, Staff};
use crate::openapi::Description;
use crate::origin::check_origin;
use crate::{Error, Proxies, RateLimit, Result, json_config, query_config};

/// Who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Anyone, signed in or not.
    Public,
    /// Anyone with a signed or secret address, or a signed body. The handler verifies it.
    Signed,
    /// People who are signed in, also before they agreed to the terms: only for what agreement needs.
    BeforeTerms,
    /// People who are signed in and agreed to the terms, as all below.
    SignedIn,
    /// Members of the channel in the path, active or not.
    Member,
    /// Active members of the channel in the path.
    ActiveMember,
    /// Staff with any role.
    AnyStaff,
    /// Staff with a role that permits it. What lies outside its scope does not exist for them.
    Staff(Permission),
}

impl Access {
    pub(crate) fn needs_caller(self) -> bool {
        !matches!(self, Self::Public | Self::Signed)
    }
}

/// What a request needs before the handler of a route runs. Requests with an unsafe method from a page of another origin are
/// refused on every route.
#[derive(Clone, Debug)]
pub struct Policy {
    access: Access,
    allowed_under_maintenance: bool,
    needs_recent_factor: bool,
    rate_limit: Option<RateLimit>,
    api_keys: Option<ApiKeys>,
}

impl Policy {
    /// Refused under maintenance, without a rate limit.
    pub const fn new(access: Access) -> Self {
        Self { access, allowed_under_maintenance: false, needs_recent_factor: false, rate_limit: None, api_keys: None }
    }

    /// Allowed under maintenance.
    #[must_use]
    pub fn under_maintenance(self) -> Self {
        Self { allowed_under_maintenance: true, ..self }
    }

    /// Staff present their second factor again if they did so more than ten minutes ago.
    #[must_use]
    pub fn with_recent_factor(self) -> Self {
        Self { needs_recent_factor: true, ..self }
    }

    /// Programs with an API key may call it, too. The handler takes only [`Staff`] as its caller.
    #[must_use]
    pub fn with_api_keys(self, keys: &ApiKeys) -> Self {
        Self { api_keys: Some(keys.clone()), ..self }
    }

    /// With a rate limit.
    #[must_use]
    pub fn limit(self, limit: &RateLimit) -> Self {
        Self { rate_limit: Some(limit.clone()), ..self }
    }

    /// Checks a request, cheapest test first.
    async fn check(&self, request: &HttpRequest, proxies: &Proxies) -> Result<()> {
        check_origin(request)?;
        if let Some(limit) = &self.rate_limit {
            limit.check_address(request, proxies).await?;
        }
        if let Some((keys, key)) = self.api_keys.as_ref().zip(ApiKeys::presented(request)) {
            if !self.allowed_under_maintenance && is_under_maintenance(request, None).await? {
                return Err(Error::under_maintenance());
            }
            return keys.check(request, proxies, key).await;
        }
        // The token first: an anonymous flood must not reach the database.
        let caller = if self.access.needs_caller() { Some(Caller::of(request).await?) } else { None };
        if !self.allowed_under_maintenance && is_under_maintenance(request, caller).await? {
            return Err(Error::under_maintenance());
        }
        if let Some(caller) = caller.filter(|_| self.access != Access::BeforeTerms) {
            caller.require_terms()?;
        }
        match self.access {
            Access::Public | Access::Signed | Access::BeforeTerms | Access::SignedIn => {}
            Access::Member => drop(Member::of(request).await?),
            Access::ActiveMember => drop(ActiveMember::of(request).await?),
            Access::AnyStaff => Staff::require_any(request).await?,
            Access::Staff(permission) => Staff::require(request, permission).await?,
        }
        if self.needs_recent_factor {
            SignedIn::of(request).await?.require_recent_factor(request)?;
        }
        if let Some(limit) = &self.rate_limit {
            limit.check_person(request).await?;
        }
        Ok(())
    }

    /// What [`check`](Self::check) answers, in the OpenAPI document.
    fn refusals(&self) -> Vec<Refusal> {
        let mut refusals = match self.access {
            Access::Public | Access::Signed => vec![],
            Access::BeforeTerms => vec![NOT_SIGNED_IN],
            Access::SignedIn => vec![NOT_SIGNED_IN, TERMS_REQUIRED],
            Access::Member => vec![NOT_SIGNED_IN, TERMS_REQUIRED, CHANNEL_UNKNOWN],
            Access::ActiveMember => vec![NOT_SIGNED_IN, TERMS_REQUIRED, NOT_ACTIVE_MEMBER, CHANNEL_UNKNOWN],
            Access::AnyStaff => vec![NOT_SIGNED_IN, TERMS_REQUIRED, STAFF_ONLY],
            Access::Staff(_) => vec![NOT_SIGNED_IN, TERMS_REQUIRED, NOT_PERMITTED],
        };
        refusals.extend(self.needs_recent_factor.then_some(SECOND_FACTOR_REQUIRED));
        refusals.extend((self.rate_limit.is_some() || self.api_keys.is_some()).then_some(RATE_LIMITED));
        refusals
    }
}

/// Status and description of a refusal in the OpenAPI document.
type Refusal = (StatusCode, &'static str);

const MALFORMED: Refusal = (StatusCode::BAD_REQUEST, "The address or the body cannot be read: `malformed`.");
const NOT_SIGNED_IN: Refusal =
    (StatusCode::UNAUTHORIZED, "The access token is missing, invalid or expired: `not_signed_in`.");
const TERMS_REQUIRED: Refusal = (StatusCode::FORBIDDEN, "`terms_required`");
const FOREIGN_ORIGIN: Refusal = (StatusCode::FORBIDDEN, "`foreign_origin`");
const STAFF_ONLY: Refusal = (StatusCode::FORBIDDEN, "`staff_only`");
const NOT_PERMITTED: Refusal = (StatusCode::FORBIDDEN, "`staff_only`, `not_permitted`");
const SECOND_FACTOR_REQUIRED: Refusal = (StatusCode::FORBIDDEN, "`second_factor_required`");
const NOT_ACTIVE_MEMBER: Refusal = (StatusCode::FORBIDDEN, "`not_active_member`");
const CHANNEL_UNKNOWN: Refusal = (StatusCode::NOT_FOUND, "`channel_unknown`");
const RATE_LIMITED: Refusal = (StatusCode::TOO_MANY_REQUESTS, "`rate_limited`, with `Retry-After`");
const UNAVAILABLE: Refusal = (
    StatusCode::SERVICE_UNAVAILABLE,
    "The server cannot answer now; the request can be repeated later: `unavailable`, `under_maintenance`.",
);

/// `access, maintenance, rate limit`, in columns.
impl fmt::Display for Policy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let access = match self.access {
            Access::Public => "public".to_owned(),
            Access::Signed => "signed".to_owned(),
            Access::BeforeTerms => "before terms".to_owned(),
            Access::SignedIn => "signed in".to_owned(),
            Access::Member => "member".to_owned(),
            Access::ActiveMember => "active member".to_owned(),
            Access::AnyStaff => "any staff".to_owned(),
            Access::Staff(permission) => format!("staff: {}", permission.name()),
        };
        let access = if self.needs_recent_factor { format!("{access}, code") } else { access };
        let access = if self.api_keys.is_some() { format!("{access}, key") } else { access };
        let maintenance = if self.allowed_under_maintenance { "allowed" } else { "refused" };
        let limit = self.rate_limit.as_ref().map_or("-".to_owned(), RateLimit::describe);
        write!(out, "{access:<32}{maintenance:<9}{limit}")
    }
}

/// Writes the response to a request that a policy refuses.
pub type RefusalResponse = fn(&HttpRequest, &Error) -> HttpResponse;

/// A row of a route table.
pub struct Route {
    pub(crate) method: Method,
    /// As in the OpenAPI document. A slash at the end is cut off before routing.
    pub(crate) path: &'static str,
    policy: Policy,
    handler: actix_web::Route,
    describe: fn() -> Description,
    needs_store: bool,
    refusal: Option<RefusalResponse>,
}

impl Route {
    /// A route: a request that passes the policy goes to the handler. The macro [`route`](crate::route) finds the description.
    pub fn new<F, Args>(
        method: Method,
        path: &'static str,
        policy: Policy,
        handler: F,
        describe: fn() -> Description,
    ) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        Self { method, path, policy, handler: to(handler), describe, needs_store: true, refusal: None }
    }

    /// Refused requests get this response instead of an [`ErrorBody`](crate::ErrorBody).
    #[must_use]
    pub fn refuse_with(self, refusal: RefusalResponse) -> Self {
        Self { refusal: Some(refusal), ..self }
    }

    /// The handler needs no data: where the policy does not answer 503, the route never does.
    #[must_use]
    pub fn without_store(self) -> Self {
        Self { needs_store: false, ..self }
    }

    /// Method and path, without the slash at the end.
    pub fn address(&self) -> (String, String) {
        (self.method.to_string(), self.routed_path().to_owned())
    }

    fn routed_path(&self) -> &'static str {
        self.path.trim_end_matches('/')
    }

    /// What the handler says about itself.
    pub(crate) fn describe(&self) -> Description {
        (self.describe)()
    }

    /// The errors that follow from the row; several may have one status.
    pub(crate) fn refusals(&self) -> Vec<Refusal> {
        let mut refusals = vec![MALFORMED];
        if self.refusal.is_some() {
            return refusals;
        }
        refusals.extend(self.policy.refusals());
        if !self.method.is_safe() {
            refusals.push(FOREIGN_ORIGIN);
        }
        if self.needs_store || !self.policy.allowed_under_maintenance {
            refusals.push(UNAVAILABLE);
        }
        refusals
    }

    /// The rules of access.
    pub fn access(&self) -> Access {
        self.policy.access
    }

    /// Whether maintenance leaves the route open.
    pub fn is_allowed_under_maintenance(&self) -> bool {
        self.policy.allowed_under_maintenance
    }
}

/// A line of the list of routes.
impl fmt::Display for Route {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:<7}{:<55}{}", self.method.as_str(), self.routed_path(), self.policy)
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// A row of a route table: `route!(GET, "/api/v2/example/", policy, handler)`. The handler has the attribute
/// [`operation`](crate::operation).
#[macro_export]
macro_rules! route {
    ($method:ident, $path:expr, $policy:expr, $handler:path) => {
        $crate::Route::new($crate::Method::$method, $path, $policy, $handler, $crate::Description::of::<$handler>)
    };
}

/// Adds routes to an application that carries `Data<Store>` and `Data<Origins>`.
pub fn mount(config: &mut ServiceConfig, proxies: &Proxies, mut routes: Vec<Route>) {
    // The router tries them in order, and a path with parameters is a regular expression.
    routes.sort_by_key(|route| route.path.contains('{'));
    for route in routes {
        // The guard belongs to the resource: the next one may have the same path and another method.
        let resource = resource(route.routed_path())
            .guard(guard::Method(route.method))
            .app_data(json_config())
            .app_data(query_config());
        let gate = Arc::new(Gate { policy: route.policy, proxies: proxies.clone(), refusal: route.refusal });
        let gate = from_fn(move |request, next| {
            let gate = gate.clone();
            async move { gate.pass(request, next).await }
        });
        config.service(resource.wrap(gate).route(route.handler));
    }
}

/// The middleware of a route.
struct Gate {
    policy: Policy,
    proxies: Proxies,
    refusal: Option<RefusalResponse>,
}

impl Gate {
    async fn pass<B: MessageBody + 'static>(
        &self,
        request: ServiceRequest,
        next: Next<B>,
    ) -> Result<ServiceResponse<EitherBody<B>>, actix_web::Error> {
        match (self.policy.check(request.request(), &self.proxies).await, self.refusal) {
            (Ok(()), _) => Ok(next.call(request).await?.map_into_left_body()),
            (Err(error), Some(refusal)) => {
                let response = refusal(request.request(), &error);
                Ok(request.into_response(response).map_into_right_body())
            }
            (Err(error), None) => Err(error.into()),
        }
    }
}

/// The caller was read together with the flag.
async fn is_under_maintenance(request: &HttpRequest, caller: Option<Caller>) -> Result<bool> {
    if caller.is_some() {
        return Ok(SignedIn::of(request).await?.is_under_maintenance);
    }
    let store = request.app_data::<Data<Store>>().ok_or_else(Error::unavailable)?;
    Ok(flags::is_on(store, flags::MAINTENANCE).await?)
}
