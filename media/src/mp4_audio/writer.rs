//! Writes an MP4 file with one track of sound.

use super::Sample;

/// The matrix of a picture that is not turned, which sound has too.
const MATRIX: [u32; 9] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];

/// "und": the language is not known.
const UNDETERMINED: u16 = 0x55C4;

/// Returns a file with these samples, whose bytes are `sound`. The tables come first, so that a reader needs no seeking.
pub(super) fn file(description: &[u8], timescale: u32, samples: &[Sample], sound: &[u8]) -> Vec<u8> {
    let mut file = boxed(b"ftyp", &[b"M4A \0\0\x02\0M4A mp42isom"]);
    // The length of the tables does not depend on the offset in them.
    let tables = tables(description, timescale, samples, 0).len();
    let offset = u32::try_from(file.len() + tables + 8).unwrap_or(u32::MAX);
    file.extend(self::tables(description, timescale, samples, offset));
    file.extend(boxed(b"mdat", &[sound]));
    file
}

fn tables(description: &[u8], timescale: u32, samples: &[Sample], offset: u32) -> Vec<u8> {
    let total: u64 = samples.iter().map(|sample| u64::from(sample.duration)).sum();
    let total = u32::try_from(total).unwrap_or(u32::MAX);
    let movie = numbers(&[&[0, 0, 0, timescale, total, 0x1_0000, 0x0100_0000, 0, 0], &MATRIX, &[0, 0, 0, 0, 0, 0, 2]]);
    // Enabled, in the movie and in its preview; the volume is 1.
    let track = numbers(&[&[7, 0, 0, 1, 0, total, 0, 0, 0, 0x0100_0000], &MATRIX, &[0, 0]]);
    let media = [numbers(&[&[0, 0, 0, timescale, total]]), [UNDETERMINED.to_be_bytes(), [0; 2]].concat()].concat();
    let location = boxed(b"dref", &[&numbers(&[&[0, 1]]), &boxed(b"url ", &[&numbers(&[&[1]])])]);
    let information = boxed(
        b"minf",
        &[
            &boxed(b"smhd", &[&[0; 8]]),
            &boxed(b"dinf", &[&location]),
            &boxed(b"stbl", &[&boxed(b"stsd", &[description]), &sample_tables(samples, offset)]),
        ],
    );
    let media = boxed(
        b"mdia",
        &[
            &boxed(b"mdhd", &[&media]),
            &boxed(b"hdlr", &[b"\0\0\0\0\0\0\0\0soun\0\0\0\0\0\0\0\0\0\0\0\0\0"]),
            &information,
        ],
    );
    let track = boxed(b"trak", &[&boxed(b"tkhd", &[&track]), &media]);
    boxed(b"moov", &[&boxed(b"mvhd", &[&movie]), &track])
}

/// Durations, sizes and the offset of the samples: one chunk.
fn sample_tables(samples: &[Sample], offset: u32) -> Vec<u8> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for sample in samples {
        match runs.last_mut() {
            Some((count, duration)) if *duration == sample.duration => *count += 1,
            _ => runs.push((1, sample.duration)),
        }
    }
    let durations: Vec<u32> = runs.iter().flat_map(|(count, duration)| [*count, *duration]).collect();
    let sizes: Vec<u32> = samples.iter().map(|sample| sample.size).collect();
    let count = u32::try_from(samples.len()).unwrap_or(u32::MAX);
    let runs = u32::try_from(runs.len()).unwrap_or(u32::MAX);
    [
        boxed(b"stts", &[&numbers(&[&[0, runs], &durations])]),
        boxed(b"stsc", &[&numbers(&[&[0, 1, 1, count, 1]])]),
        boxed(b"stsz", &[&numbers(&[&[0, 0, count], &sizes])]),
        boxed(b"stco", &[&numbers(&[&[0, 1, offset]])]),
    ]
    .concat()
}

fn numbers(groups: &[&[u32]]) -> Vec<u8> {
    groups.iter().copied().flatten().flat_map(|number| number.to_be_bytes()).collect()
}

fn boxed(name: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let length = u32::try_from(content.len() + 8).unwrap_or(u32::MAX);
    [&length.to_be_bytes(), &name[..], &content].concat()
}
