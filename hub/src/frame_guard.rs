//! Refuses a frame by the length it announces. The parser behind this keeps a whole frame before it looks at its length,
//! so that anybody could fill the memory with one frame.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::web::Bytes;
use futures_util::Stream;

/// How large a frame of one socket may be; it may change while the socket lives.
#[derive(Clone, Debug)]
pub(crate) struct FrameLimit(Arc<AtomicUsize>);

impl FrameLimit {
    pub(crate) fn new(bytes: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(bytes)))
    }

    pub(crate) fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self, bytes: usize) {
        self.0.store(bytes, Ordering::Relaxed);
    }

    /// The same bytes; they end with [`PayloadError::Overflow`] where a frame is too large.
    pub(crate) fn guard(&self, payload: Payload) -> Payload {
        let guarded = Guarded { payload, limit: self.clone(), frames: Frames::default() };
        Payload::Stream { payload: Box::pin(guarded) }
    }
}

struct Guarded {
    payload: Payload,
    limit: FrameLimit,
    frames: Frames,
}

impl Stream for Guarded {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let next = ready!(Pin::new(&mut this.payload).poll_next(context));
        Poll::Ready(match next {
            Some(Ok(bytes)) if this.frames.largest_in(&bytes) > this.limit.get() as u64 => {
                Some(Err(PayloadError::Overflow))
            }
            next => next,
        })
    }
}

/// The longest header: two bytes, a length of eight, a mask of four.
const HEADER: usize = 14;

/// Where the frames of a stream begin and end.
#[derive(Debug, Default)]
struct Frames {
    header: [u8; HEADER],
    header_bytes: usize,
    /// Bytes of the frame that are still to come.
    left: u64,
}

impl Frames {
    /// The length of the largest frame that begins in these bytes, which follow the last ones.
    fn largest_in(&mut self, mut bytes: &[u8]) -> u64 {
        let mut largest = 0;
        while let Some((first, rest)) = bytes.split_first() {
            if self.left > 0 {
                let skipped = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
                self.left -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            bytes = rest;
            self.header[self.header_bytes] = *first;
            self.header_bytes += 1;
            if let Some(length) = announced(&self.header[..self.header_bytes]) {
                (self.left, self.header_bytes) = (length, 0);
                largest = largest.max(length);
            }
        }
        largest
    }
}

/// The length that a header announces, once it is complete.
fn announced(header: &[u8]) -> Option<u64> {
    let second = *header.get(1)?;
    let length_bytes = match second & 0x7f {
        126 => 2,
        127 => 8,
        _ => 0,
    };
    let mask_bytes = if second & 0x80 == 0 { 0 } else { 4 };
    if header.len() < 2 + length_bytes + mask_bytes {
        return None;
    }
    let extended = header[2..2 + length_bytes].iter().fold(0, |length, byte| length << 8 | u64::from(*byte));
    Some(if length_bytes == 0 { u64::from(second & 0x7f) } else { extended })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn frame(length: usize, masked: bool) -> Vec<u8> {
        let mask = if masked { 0x80 } else { 0 };
        let mut bytes = match length {
            0..126 => vec![0x81, mask | u8::try_from(length).unwrap()],
            126..65_536 => [vec![0x81, mask | 126], u16::try_from(length).unwrap().to_be_bytes().to_vec()].concat(),
            _ => [vec![0x81, mask | 127], (length as u64).to_be_bytes().to_vec()].concat(),
        };
        bytes.extend(std::iter::repeat_n(0xff, length + if masked { 4 } else { 0 }));
        bytes
    }

    proptest! {
        #[test]
        fn the_largest_frame_is_found_however_the_bytes_are_cut(
            lengths in prop::collection::vec(prop_oneof![0_usize..300, 65_000_usize..66_000], 1..6),
            masked in any::<bool>(),
            cuts in prop::collection::vec(1_usize..5_000, 1..40),
        ) {
            let bytes: Vec<u8> = lengths.iter().flat_map(|length| frame(*length, masked)).collect();
            let (mut frames, mut rest, mut found) = (Frames::default(), &bytes[..], 0);
            for cut in cuts.iter().cycle() {
                let (now, later) = rest.split_at((*cut).min(rest.len()));
                found = found.max(frames.largest_in(now));
                rest = later;
                if rest.is_empty() {
                    break;
                }
            }
            prop_assert_eq!(found, *lengths.iter().max().unwrap() as u64);
            prop_assert_eq!((frames.left, frames.header_bytes), (0, 0));
        }
    }

    #[test]
    fn a_frame_is_judged_by_its_header_alone() {
        let header = &frame(1 << 20, true)[..HEADER];
        assert_eq!(Frames::default().largest_in(header), 1 << 20);
        assert_eq!(
            Frames::default().largest_in(&[0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
            u64::MAX
        );
    }
}
