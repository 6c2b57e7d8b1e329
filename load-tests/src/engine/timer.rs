//! Wakes a poll at a moment that is known to the microsecond. The poll's own patience is counted in milliseconds and rounded up:
//! each message would go out up to one too late, and be counted as the server's delay.

use std::io::Result;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;

use mio::unix::SourceFd;
use mio::{Interest, Poll, Token};
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create, timerfd_settime,
};

/// One timer.
pub(super) struct Timer {
    timer: OwnedFd,
    /// What it is set to, so that each moment is set once.
    due: u64,
}

impl Timer {
    /// One that wakes this poll with this token.
    pub(super) fn new(poll: &Poll, token: Token) -> Result<Self> {
        let timer = timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC)?;
        poll.registry().register(&mut SourceFd(&timer.as_raw_fd()), token, Interest::READABLE)?;
        Ok(Self { timer, due: 0 })
    }

    /// Wakes the poll at `due`, which is `wait` from now. Nobody needs to read it: to be set anew makes it ready anew.
    pub(super) fn set(&mut self, due: u64, wait: Duration) -> Result<()> {
        if std::mem::replace(&mut self.due, due) != due {
            let once = Timespec { tv_sec: 0, tv_nsec: 0 };
            let spec = Itimerspec { it_interval: once, it_value: Timespec::try_from(wait).unwrap_or(once) };
            timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &spec)?;
        }
        Ok(())
    }
}
