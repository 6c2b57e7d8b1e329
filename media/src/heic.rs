//! iPhone photos. Few browsers display them, so they are converted to JPEG if the tool is installed; otherwise they are
//! passed on as files without location and device metadata.

use crate::{Checked, Kind, Problem, Tools, bmff, picture};

pub(crate) fn inspect(name: String, mut bytes: Vec<u8>, tools: &Tools) -> Result<Checked, Problem> {
    if !begins_as_heic(&bytes) {
        return Err(Problem::Broken);
    }
    if !tools.convert_heic() {
        bmff::erase_metadata(&mut bytes).ok_or(Problem::Broken)?;
        return Ok(Checked { name, media_type: Kind::Heic.media_type(), bytes, size: None, thumbnail: None });
    }
    let jpeg = tools.heic_to_jpeg(&bytes).ok_or(Problem::Broken)?;
    let stem = name.rsplit_once('.').map_or("", |(stem, _)| stem);
    picture::inspect_converted(format!("{stem}.jpg"), &jpeg)
}

fn begins_as_heic(bytes: &[u8]) -> bool {
    let brand = bytes.get(8..12);
    let is_brand = |known: &&[u8; 4]| brand == Some(known.as_slice());
    bytes.get(4..8) == Some(b"ftyp")
        && [b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"].iter().any(is_brand)
}
