//! Wakes a poll with microsecond precision. The poll's own timeout has milliseconds and rounds up, which would delay each
//! message by up to one and be attributed to the server.

use std::io::Result;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;

use mio::unix::SourceFd;
use mio::{Interest, Poll, Token};
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create, timerfd_settime,
};

/// A timer.
pub(super) struct Timer {
    timer: OwnedFd,
    /// Current setting, to set each time only once.
    due: u64,
}

impl Timer {
    /// Creates a timer that wakes this poll with this token.
    pub(super) fn new(poll: &Poll, token: Token) -> Result<Self> {
        let timer = timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC)?;
        poll.registry().register(&mut SourceFd(&timer.as_raw_fd()), token, Interest::READABLE)?;
        Ok(Self { timer, due: 0 })
    }

    /// Wakes the poll at `due`, which is `wait` from now. It need not be read: setting it again rearms it.
    pub(super) fn set(&mut self, due: u64, wait: Duration) -> Result<()> {
        if std::mem::replace(&mut self.due, due) != due {
            let once = Timespec { tv_sec: 0, tv_nsec: 0 };
            let spec = Itimerspec { it_interval: once, it_value: Timespec::try_from(wait).unwrap_or(once) };
            timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &spec)?;
        }
        Ok(())
    }
}
