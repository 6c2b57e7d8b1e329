//! ISO base media file format (HEIC, MP4): reads boxes; finds camera metadata and overwrites it.

use std::ops::Range;

/// Overwrites Exif and XMP with zeros in place, so that no offset changes. None: malformed file.
pub(crate) fn erase_metadata(file: &mut [u8]) -> Option<()> {
    let top = boxes(file, 0..file.len())?;
    let mut erased: Vec<Range<usize>> =
        top.iter().filter(|(name, _)| name == b"uuid").map(|(_, r)| r.clone()).collect();
    let meta = content_of(&top, b"meta")?;
    let inner = boxes(file, meta.start.checked_add(4)?..meta.end)?;
    let ids = metadata_items(file, content_of(&inner, b"iinf")?)?;
    let idat = content_of(&inner, b"idat");
    erased.extend(extents(file, content_of(&inner, b"iloc")?, idat.as_ref(), &ids)?);
    for range in erased {
        file.get_mut(range)?.fill(0);
    }
    Some(())
}

/// The name of a box and the range of its content.
pub(crate) type NamedBox = ([u8; 4], Range<usize>);

/// Returns names and ranges of the boxes in this part of the file.
pub(crate) fn boxes(file: &[u8], part: Range<usize>) -> Option<Vec<NamedBox>> {
    let mut found = Vec::new();
    let mut at = part.start;
    while at < part.end {
        let mut reader = Reader { file: file.get(..part.end)?, at };
        let length = reader.number(4)?;
        let name = reader.bytes(4)?.try_into().ok()?;
        let length = match length {
            0 => part.end - at,
            1 => reader.number(8)?,
            length => length,
        };
        let end = at.checked_add(length).filter(|end| (reader.at..=part.end).contains(end))?;
        found.push((name, reader.at..end));
        at = end;
    }
    Some(found)
}

pub(crate) fn content_of(boxes: &[NamedBox], name: &[u8; 4]) -> Option<Range<usize>> {
    boxes.iter().find(|(known, _)| known == name).map(|(_, content)| content.clone())
}

/// Returns the ids of items that no picture needs: Exif, XMP and the like.
fn metadata_items(file: &[u8], iinf: Range<usize>) -> Option<Vec<usize>> {
    let mut reader = Reader { file: file.get(..iinf.end)?, at: iinf.start };
    let version = reader.number(4)? >> 24;
    reader.number(if version == 0 { 2 } else { 4 })?;
    let mut ids = Vec::new();
    for (name, content) in boxes(file, reader.at..iinf.end)? {
        if &name != b"infe" {
            continue;
        }
        let mut entry = Reader { file: file.get(..content.end)?, at: content.start };
        let id_bytes = match entry.number(4)? >> 24 {
            2 => 2,
            3 => 4,
            _ => return None,
        };
        let id = entry.number(id_bytes)?;
        entry.number(2)?;
        if matches!(entry.bytes(4)?, b"Exif" | b"mime" | b"uri ") {
            ids.push(id);
        }
    }
    Some(ids)
}

/// Returns the byte ranges of these items.
fn extents(file: &[u8], iloc: Range<usize>, idat: Option<&Range<usize>>, ids: &[usize]) -> Option<Vec<Range<usize>>> {
    let mut reader = Reader { file: file.get(..iloc.end)?, at: iloc.start };
    let version = reader.number(4)? >> 24;
    let (sizes, more_sizes) = (reader.number(1)?, reader.number(1)?);
    let (offset_size, length_size, base_size) = (sizes >> 4, sizes & 15, more_sizes >> 4);
    let index_size = if version == 0 { 0 } else { more_sizes & 15 };
    let id_size = if version < 2 { 2 } else { 4 };
    let mut found = Vec::new();
    for _ in 0..reader.number(id_size)? {
        let id = reader.number(id_size)?;
        let method = if version == 0 { 0 } else { reader.number(2)? & 15 };
        reader.number(2)?;
        let base = reader.number(base_size)?;
        for _ in 0..reader.number(2)? {
            reader.number(index_size)?;
            let offset = base.checked_add(reader.number(offset_size)?)?;
            let length = reader.number(length_size)?;
            if !ids.contains(&id) {
                continue;
            }
            let source = match method {
                0 => 0..file.len(),
                1 => idat?.clone(),
                _ => return None,
            };
            let start = source.start.checked_add(offset)?;
            let end = if length == 0 { source.end } else { start.checked_add(length)? };
            found.push((start <= end && end <= source.end).then_some(start..end)?);
        }
    }
    Some(found)
}

/// Reads big-endian numbers.
pub(crate) struct Reader<'b> {
    pub(crate) file: &'b [u8],
    pub(crate) at: usize,
}

impl<'b> Reader<'b> {
    pub(crate) fn bytes(&mut self, count: usize) -> Option<&'b [u8]> {
        let end = self.at.checked_add(count)?;
        let bytes = self.file.get(self.at..end)?;
        self.at = end;
        Some(bytes)
    }

    pub(crate) fn number(&mut self, bytes: usize) -> Option<usize> {
        let number =
            self.bytes(bytes)?.iter().try_fold(0_u64, |sum, byte| sum.checked_mul(256)?.checked_add((*byte).into()))?;
        usize::try_from(number).ok()
    }
}
