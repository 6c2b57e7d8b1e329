use std::io::Cursor;

use proptest::prelude::*;
use test_kit::samples;

use super::*;

fn audio(file: Vec<u8>) -> Mp4Audio<Cursor<Vec<u8>>> {
    Mp4Audio::open(Cursor::new(file)).unwrap()
}

fn seconds(audio: &Mp4Audio<Cursor<Vec<u8>>>) -> u64 {
    audio.samples.iter().map(|sample| u64::from(sample.duration)).sum::<u64>() / u64::from(audio.timescale)
}

/// Returns the bytes of all samples.
fn sound(audio: &mut Mp4Audio<Cursor<Vec<u8>>>) -> Vec<u8> {
    read(&mut audio.file, &audio.samples).unwrap()
}

#[test]
fn three_hours_become_parts_of_twenty_minutes() {
    let file = samples::mp4_recording(3 * 60 * 60, 2_000);
    let mut whole = audio(file.clone());
    let (mut parts, mut joined, mut length) = (0, Vec::new(), 0);
    while let Some(part) = whole.next_part(20 * 60, 24 * 1024 * 1024).unwrap() {
        let mut part = audio(part);
        assert!(seconds(&part) <= 20 * 60);
        assert_eq!(part.description, whole.description);
        (parts, length) = (parts + 1, length + seconds(&part));
        joined.extend(sound(&mut part));
    }
    assert_eq!((parts, length), (9, 3 * 60 * 60));
    assert!(joined == sound(&mut audio(file)), "every frame once, in order, and no pictures");
}

#[test]
fn parts_keep_the_size_limit() {
    let mut whole = audio(samples::mp4_recording(600, 10_000));
    let mut parts = 0;
    while let Some(part) = whole.next_part(600, 100_000).unwrap() {
        assert!(part.len() <= 102_000, "{}", part.len());
        parts += 1;
    }
    assert_eq!(parts, 6);
}

#[test]
fn other_files_are_no_recording() {
    for file in [samples::png(8, 8), samples::pdf(100, 100), Vec::new(), b"\0\0\0\x08moov".to_vec()] {
        assert_eq!(Mp4Audio::open(Cursor::new(file)).err(), Some(Problem::Type));
    }
}

proptest! {
    #[test]
    fn damaged_recordings_neither_panic_nor_grow(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
        let mut file = samples::mp4_recording(100, 10);
        let length = file.len();
        for (at, byte) in changes {
            let at = at.index(length);
            file[at] = byte;
        }
        if let Ok(mut audio) = Mp4Audio::open(Cursor::new(file)) {
            let mut parts = 0;
            while let Ok(Some(part)) = audio.next_part(20, 1_000) {
                parts += 1;
                prop_assert!(part.len() < 10 * length && parts <= length);
            }
        }
    }
}
