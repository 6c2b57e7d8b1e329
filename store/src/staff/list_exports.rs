//! The audit of exports of lists.

use serde_json::{Value, json};

use super::audit::{Act, Record, Target};
use super::{Actor, Scope, Staff};
use crate::listing::ListRequest;
use crate::sheet::TableFormat;
use crate::{ProgrammeId, Result, Store};

/// An export of a list.
#[derive(Clone, Copy, Debug)]
pub struct ListExport<'a> {
    /// The name of the list, such as `people`.
    pub list: &'static str,
    /// What of it.
    pub request: &'a ListRequest,
    /// The number of rows.
    pub rows: i64,
    /// The format of the file.
    pub format: TableFormat,
    /// Why the list leaves the product.
    pub reason: &'a str,
}

/// Records that a member of staff exports a list, once for each programme whose rows may be in it. Call it before the first row
/// leaves: without a row of the log there is no export. The words of a search may be names, so they are not kept.
pub async fn record(store: &Store, staff: &Staff, export: ListExport<'_>) -> Result<()> {
    let filters = &export.request.filters;
    let wanted = filters.get("programme");
    let is_wanted = |programme: &ProgrammeId| wanted.is_none_or(|wanted| wanted.contains(&programme.to_string()));
    let programmes: Vec<Option<ProgrammeId>> = match &staff.scope {
        Scope::Programmes(programmes) => programmes.iter().copied().filter(is_wanted).map(Some).collect(),
        Scope::Installation => vec![None],
    };
    let after = json!({
        "list": export.list,
        "filters": filters,
        "searched": export.request.search.is_some(),
        "rows": export.rows,
        "format": export.format.ending(),
    });
    let mut tx = store.db.begin().await?;
    for programme in programmes {
        let record = Record::new(Act::ExportList, Target::Installation, programme).reason(export.reason);
        record.change(Value::Null, after.clone()).write(&mut tx, store, &Actor::Staff(staff.clone())).await?;
    }
    tx.commit().await
}
