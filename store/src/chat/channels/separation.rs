//! SQL conditions that keep two people apart, each about two columns with their ids. Macros, because SQL is built from literals only.

/// Whether one person has blocked another.
macro_rules! is_blocked_by {
    ($blocker:literal, $blocked:literal) => {
        concat!("EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = ", $blocker, " AND b.blocked_id = ", $blocked, ")")
    };
}

/// Whether a report by one person about another, which staff did not lift, keeps them apart.
macro_rules! is_silenced_by {
    ($reporter:literal, $subject:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM reports r WHERE r.silenced_at IS NOT NULL AND r.silence_lifted_at IS NULL
                 AND r.reporter_id = ",
            $reporter,
            " AND r.subject_id = ",
            $subject,
            ")"
        )
    };
}

/// Whether one of two people has blocked the other.
macro_rules! is_blocked {
    ($one:literal, $other:literal) => {
        concat!(
            "(",
            $crate::channels::is_blocked_by!($one, $other),
            " OR ",
            $crate::channels::is_blocked_by!($other, $one),
            ")"
        )
    };
}

/// Whether a report that staff did not lift keeps two people apart.
macro_rules! is_silenced {
    ($one:literal, $other:literal) => {
        concat!(
            "(",
            $crate::channels::is_silenced_by!($one, $other),
            " OR ",
            $crate::channels::is_silenced_by!($other, $one),
            ")"
        )
    };
}

/// All conversations of people with the staff of a programme, also with one that they left.
macro_rules! team_conversations {
    () => {
        "(SELECT person_id, channel_id FROM team_channels UNION ALL SELECT person_id, channel_id FROM former_team_channels)"
    };
}

/// Whether a block or a report keeps two people apart: nothing that one writes reaches the other.
macro_rules! is_separated {
    ($one:literal, $other:literal) => {
        concat!(
            "(",
            $crate::channels::is_blocked!($one, $other),
            " OR ",
            $crate::channels::is_silenced!($one, $other),
            ")"
        )
    };
}

/// Whether the contact of the two members of a direct channel rests: one of them is not active, or they are kept apart. About the
/// kind of the channel, and id and status of each of the two.
macro_rules! is_resting {
    ($kind:literal, $one:literal, $one_status:literal, $other:literal, $other_status:literal) => {
        concat!(
            "(",
            $kind,
            " = 'direct' AND (",
            $one_status,
            " <> 'active' OR ",
            $other_status,
            " <> 'active' OR ",
            $crate::channels::is_separated!($one, $other),
            "))"
        )
    };
}

pub(crate) use {is_blocked, is_blocked_by, is_resting, is_separated, is_silenced, is_silenced_by, team_conversations};
