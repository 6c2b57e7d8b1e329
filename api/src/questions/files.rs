//! Files in answers: uploaded when they are chosen, shown behind signed addresses.

use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ContentDisposition, DispositionParam, DispositionType,
    X_CONTENT_TYPE_OPTIONS,
};
use actix_web::web::{Data, Path, Payload, Query};
use actix_web::{HttpRequest, HttpResponse};
use media::Tools;
use questions::{AnswerForm, FileAnswer};
use serde::Serialize;
use serde_json::Value;
use store::answer_files::{self, AnswerFile};
use store::{AnswerFileId, PersonId, Store};
use utoipa::ToSchema;
use web::{Caller, Error, Form, FormProblem, Result, SignatureQuery, not_found};

use crate::decoding;

const MB: usize = 1024 * 1024;

/// The largest file of any question.
pub(super) const MAX_BYTES: usize = 4 * MB;

/// The longer edge of a stored picture.
const PICTURE_EDGE: u32 = 2000;

/// The form, for the OpenAPI document.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) struct UploadAnswerFileRequest {
    /// `SingleImageUpload` (2 MB), `ImageResponse` (4 MB) or `Document` (4 MB), before the file.
    r#use: String,
    /// A JPEG or PNG file, or a PDF for a document.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// An uploaded file of an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AnswerFileView {
    /// The id that the answer names.
    file: AnswerFileId,
    /// The address of the file for a day or two.
    url: String,
    name: String,
}

impl AnswerFileView {
    pub(crate) fn new(store: &Store, file: AnswerFile) -> Self {
        Self { url: answer_files::address(store, file.id), file: file.id, name: file.name }
    }
}

/// Uploads a file for an answer. It is removed after a day if no answer names it.
#[web::operation(
    operation_id = "upload_answer_file",
    request_body(content = UploadAnswerFileRequest, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "An answer can name it.", body = AnswerFileView),
        (status = 400, description = "`malformed`: not a form with `use` and a file"),
        (status = 413, description = "`file_too_large`"),
        (status = 422, description = "`file_broken`: not a picture or PDF; or a PDF with a password, programs or files inside"),
        (status = 429, description = "`rate_limited`, also with 40 files that no answer names")
    )
)]
pub(super) async fn upload(
    store: Data<Store>,
    caller: Caller,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let mut form = Form::open(&request, payload, MAX_BYTES).map_err(|problem| form_error(problem, MAX_BYTES))?;
    let mut rule = None;
    while let Some(field) = form.next().await.map_err(|problem| form_error(problem, MAX_BYTES))? {
        match (field.name(), rule) {
            ("use", _) => rule = FileRule::of_type(&field.text(50).await.map_err(|_| malformed())?),
            ("file", Some(rule)) => {
                let name = field.file_name().unwrap_or_default().to_owned();
                let bytes = field.bytes(rule.max_bytes).await.map_err(|problem| form_error(problem, rule.max_bytes))?;
                let file = add(&store, caller.person, rule, &name, bytes).await?;
                return Ok(HttpResponse::Created().json(AnswerFileView::new(&store, file)));
            }
            _ => {}
        }
    }
    Err(malformed())
}

/// Returns a file of an answer. Addresses are valid for a day or two.
#[web::operation(
    operation_id = "answer_file",
    params(("id" = AnswerFileId, Path, description = "The file."), SignatureQuery),
    responses(
        (status = 200, description = "A WebP picture or a PDF."),
        (status = 404, description = "`not_found`: no such file, or an expired address")
    )
)]
pub(super) async fn show(
    store: Data<Store>,
    id: Option<Path<AnswerFileId>>,
    signature: Option<Query<SignatureQuery>>,
) -> Result<HttpResponse> {
    let (Some(id), Some(signature)) = (id, signature) else { return Err(not_found()) };
    if !answer_files::address_holds(&store, *id, signature.expires, &signature.signature) {
        return Err(not_found());
    }
    let (file, bytes) = answer_files::open(&store, *id).await?.ok_or_else(not_found)?;
    // Only pictures that the server encoded itself are shown inline.
    let is_picture = file.media_type.starts_with("image/");
    let disposition = if is_picture { DispositionType::Inline } else { DispositionType::Attachment };
    let name = file.name.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, file.media_type))
        .insert_header(ContentDisposition { disposition, parameters: vec![DispositionParam::Filename(name)] })
        .insert_header((CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((CACHE_CONTROL, "private, max-age=86400, immutable"))
        .body(bytes))
}

/// What a type of question takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileRule {
    is_picture: bool,
    pub(super) max_bytes: usize,
}

impl FileRule {
    fn of_type(name: &str) -> Option<Self> {
        match name {
            "SingleImageUpload" => Self::of_form(AnswerForm::Picture),
            "ImageResponse" => Self::of_form(AnswerForm::TitledPicture),
            "Document" => Self::of_form(AnswerForm::Document),
            _ => None,
        }
    }

    pub(super) fn of_form(form: AnswerForm) -> Option<Self> {
        form.max_file_bytes().map(|max_bytes| Self { is_picture: form != AnswerForm::Document, max_bytes })
    }
}

/// Checks a file and stores what is kept of it.
pub(super) async fn add(
    store: &Store,
    person: PersonId,
    rule: FileRule,
    name: &str,
    bytes: Vec<u8>,
) -> Result<AnswerFile> {
    let name = match media::clean_name(name) {
        name if name.trim().is_empty() => if rule.is_picture { "picture" } else { "document.pdf" }.to_owned(),
        name => name,
    };
    let uploaded = bytes.len();
    let (media_type, bytes) = if rule.is_picture {
        let picture = decoding::photo(bytes, PICTURE_EDGE).await?;
        ("image/webp", picture.ok_or_else(|| broken(decoding::NOT_AN_IMAGE))?)
    } else {
        let check = move || {
            let checked = media::inspect("document.pdf", bytes, &Tools::default()).ok()?;
            let is_active = media::is_active_pdf(&checked.bytes);
            Some((checked.bytes, is_active))
        };
        let sentence = "This file is not a PDF. Please choose another one.";
        let (bytes, is_active) = decoding::run(check).await?.flatten().ok_or_else(|| broken(sentence))?;
        if is_active {
            let sentence =
                "This PDF is protected by a password, or contains programs or files. Please print it to a new PDF.";
            return Err(broken(sentence));
        }
        ("application/pdf", bytes)
    };
    let file = answer_files::add(store, person, name, media_type, uploaded, bytes).await?;
    file.ok_or_else(|| {
        let sentence = "Too many uploaded files wait for their answers. Please save your answers first.";
        Error::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", sentence).retry_after(600)
    })
}

fn broken(sentence: &str) -> Error {
    Error::invalid(sentence).with_code("file_broken")
}

/// 400: not a form as described.
pub(crate) fn malformed() -> Error {
    Error::new(StatusCode::BAD_REQUEST, "malformed", "The request is not a whole form.")
}

pub(super) fn form_error(problem: FormProblem, max_bytes: usize) -> Error {
    match problem {
        FormProblem::TooLarge => {
            let sentence = format!("Please choose a file of {} MB at most.", max_bytes / MB);
            Error::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large", sentence)
        }
        FormProblem::Malformed => malformed(),
    }
}

/// Adds the name and address of the file that an answer names.
pub(crate) fn add_address(store: &Store, files: &[AnswerFile], answer: &mut Value) {
    let Some(FileAnswer { file, .. }) = FileAnswer::of(answer) else { return };
    let Some(found) = files.iter().find(|known| known.id.to_string() == file) else { return };
    let view = serde_json::to_value(AnswerFileView::new(store, found.clone())).unwrap_or_default();
    if let (Some(answer), Value::Object(view)) = (answer.as_object_mut(), view) {
        answer.extend(view);
    }
}
