//! Damage of the write-ahead log of SQLite, which SQLite itself takes for its end: what was committed behind it would be lost
//! without a word.
//!
//! Each frame carries a checksum over all before it. A power cut can tear the last transaction, which was never confirmed; a broken
//! frame before another transaction is damage. <https://sqlite.org/fileformat2.html#walformat>

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

use crate::{Error, Result};

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// The first four bytes. The last bit says that checksums read big-endian words.
const MAGIC: u32 = 0x377f_0682;

/// How often a log is read: while another process writes, a frame can look broken once.
const ATTEMPTS: usize = 3;

/// Fails with [`Error::Damaged`] if the log of the database at this path lost transactions. Changes nothing.
pub(super) fn check(database: &Path) -> Result<()> {
    let mut name = database.as_os_str().to_owned();
    name.push("-wal");
    let path = Path::new(&name);
    let mut damage = None;
    for _ in 0..ATTEMPTS {
        damage = find_damage(path)?;
        if damage.is_none() {
            return Ok(());
        }
    }
    let what = damage.unwrap_or_default();
    Err(Error::Damaged(format!("its write-ahead log {} is damaged: {what}", path.display())))
}

fn find_damage(path: &Path) -> Result<Option<String>> {
    let mut file = match File::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut header = [0; HEADER];
    if !read(&mut file, &mut header)? {
        return Ok(None);
    }
    let big_endian = word(&header, 0) == MAGIC | 1;
    let mut sum = checksum([0, 0], &header[..24], big_endian);
    let page = match word(&header, 8) {
        1 => 65_536,
        size => size as usize,
    };
    let is_header = word(&header, 0) & !1 == MAGIC && page.is_power_of_two() && (512..=65_536).contains(&page);
    let mut frame = vec![0; FRAME_HEADER + if is_header { page } else { 512 }];
    let (mut broken, mut commits) = (None, 0);
    let mut number = 0;
    while read(&mut file, &mut frame)? {
        number += 1;
        if number == 1 && (!is_header || sum != [word(&header, 24), word(&header, 28)]) {
            return Ok(Some("its header is wrong".to_owned()));
        }
        // Frames of an earlier use of the file have other salts.
        let is_current = frame[8..16] == header[16..24];
        if broken.is_none() {
            let next = checksum(checksum(sum, &frame[..8], big_endian), &frame[FRAME_HEADER..], big_endian);
            if is_current && next == [word(&frame, 16), word(&frame, 20)] {
                sum = next;
                continue;
            }
            broken = Some(number);
        }
        if is_current && word(&frame, 4) != 0 {
            commits += 1;
        }
    }
    let lost = broken.filter(|_| commits > 1);
    Ok(lost.map(|number| format!("frame {number} is broken, before {commits} transactions")))
}

/// Fills the buffer; false at the end of the file.
fn read(file: &mut impl Read, buffer: &mut [u8]) -> Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_be_bytes)
}

fn checksum([mut one, mut two]: [u32; 2], bytes: &[u8], big_endian: bool) -> [u32; 2] {
    let read = if big_endian { u32::from_be_bytes } else { u32::from_le_bytes };
    for pair in bytes.chunks_exact(8) {
        let word = |at: usize| pair[at..at + 4].try_into().map_or(0, read);
        one = one.wrapping_add(word(0)).wrapping_add(two);
        two = two.wrapping_add(word(4)).wrapping_add(one);
    }
    [one, two]
}
