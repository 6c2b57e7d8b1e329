//! WebSocket framing. A validating library would cost the generator more than the server under
//! test.

/// Opcodes.
pub(crate) const TEXT: u8 = 1;
pub(crate) const CLOSE: u8 = 8;
pub(crate) const PING: u8 = 9;
pub(crate) const PONG: u8 = 10;

/// Sender of a frame: clients mask theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Client,
    Server,
}

/// Position of the first frame in a buffer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Opcode.
    pub(crate) opcode: u8,
    /// Start of the payload.
    pub(crate) start: usize,
    /// End of the frame.
    pub(crate) end: usize,
    mask: [u8; 4],
}

impl Frame {
    /// Finds the first complete frame.
    pub(crate) fn first_in(bytes: &[u8]) -> Option<Self> {
        let (first, second) = (*bytes.first()?, *bytes.get(1)?);
        let (mut start, length) = match second & 0x7f {
            126 => (4, u64::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
            127 => (10, u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)),
            short => (2, u64::from(short)),
        };
        let mut mask = [0; 4];
        if second & 0x80 != 0 {
            mask = bytes.get(start..start + 4)?.try_into().ok()?;
            start += 4;
        }
        let end = start.checked_add(usize::try_from(length).ok()?)?;
        (end <= bytes.len()).then_some(Self { opcode: first & 0x0f, start, end, mask })
    }

    /// Returns the payload, unmasked in place.
    pub(crate) fn payload<'a>(&self, bytes: &'a mut [u8]) -> &'a [u8] {
        let payload = &mut bytes[self.start..self.end];
        if self.mask != [0; 4] {
            payload.iter_mut().zip(self.mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
        }
        payload
    }
}

/// Appends a frame.
pub(crate) fn put(out: &mut Vec<u8>, side: Side, opcode: u8, payload: &[u8]) {
    let is_masked = if side == Side::Client { 0x80 } else { 0 };
    out.push(0x80 | opcode);
    match (u8::try_from(payload.len()), u16::try_from(payload.len())) {
        (Ok(length @ 0..126), _) => out.push(is_masked | length),
        (_, Ok(length)) => {
            out.push(is_masked | 126);
            out.extend_from_slice(&length.to_be_bytes());
        }
        _ => {
            out.push(is_masked | 127);
            out.extend_from_slice(&(payload.len() as u64).to_be_bytes());
        }
    }
    if side == Side::Client {
        // A zero mask leaves the payload unchanged, so that the generator saves the masking.
        out.extend_from_slice(&[0; 4]);
    }
    out.extend_from_slice(payload);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_round_trips_only_when_complete() {
        for length in [0, 1, 125, 126, 65_535, 65_536] {
            for side in [Side::Client, Side::Server] {
                let mut bytes = Vec::new();
                put(&mut bytes, side, TEXT, &vec![b'x'; length]);
                assert_eq!(Frame::first_in(&bytes[..bytes.len() - 1]), None);
                let end = bytes.len();
                put(&mut bytes, side, PING, b"next");
                let frame = Frame::first_in(&bytes).unwrap();
                assert_eq!((frame.opcode, frame.end), (TEXT, end));
                assert_eq!(frame.payload(&mut bytes), vec![b'x'; length]);
                let next = Frame::first_in(&bytes[end..]).unwrap();
                assert_eq!((next.opcode, next.payload(&mut bytes[end..])), (PING, &b"next"[..]));
            }
        }
    }

    #[test]
    fn mask_is_removed() {
        let mut bytes = vec![0x81, 0x82, 1, 2, 3, 4, b'a' ^ 1, b'b' ^ 2];
        assert_eq!(Frame::first_in(&bytes).unwrap().payload(&mut bytes), b"ab");
    }
}
