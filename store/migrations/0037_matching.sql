-- People who wait for a match, or waited: a row stays when a person leaves, so that rules do not bring them back.
CREATE TABLE matching_pool (
    person_id UUID PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    programme_id UUID NOT NULL REFERENCES programmes (id),
    role TEXT NOT NULL CHECK (role IN ('mentor', 'mentee')),
    -- Of mentors: pairs or a group. NULL for mentees, who may get both.
    kind TEXT CHECK (kind IN ('1to1', '1toM')),
    -- Of mentors: how many mentees at once, or the size of the group.
    places BIGINT NOT NULL,
    joined_at TIMESTAMPTZ NOT NULL,
    -- Rounds that ended without a match, since they joined.
    rounds_waited BIGINT NOT NULL DEFAULT 0,
    -- Rounds in a row in which the person let everything expire.
    rounds_expired BIGINT NOT NULL DEFAULT 0,
    paused_at TIMESTAMPTZ,
    pause_reason TEXT,
    left_at TIMESTAMPTZ,
    leave_reason TEXT
);
CREATE INDEX matching_pool_of_programme ON matching_pool (programme_id) WHERE left_at IS NULL;

-- When the next round of a programme takes place. The worker that moves the time runs it.
CREATE TABLE matching_schedules (
    programme_id UUID PRIMARY KEY REFERENCES programmes (id) ON DELETE CASCADE,
    next_round_at TIMESTAMPTZ NOT NULL
);

-- Runs of the engine; a published run is a round.
CREATE TABLE matching_runs (
    id UUID PRIMARY KEY,
    programme_id UUID NOT NULL REFERENCES programmes (id),
    state TEXT NOT NULL CHECK (state IN ('DRAFT', 'APPROVED', 'PUBLISHED', 'STALE')),
    created_at TIMESTAMPTZ NOT NULL,
    approved_at TIMESTAMPTZ,
    published_at TIMESTAMPTZ,
    -- JSON: how many people and places there were, and what fell out at publishing.
    balance TEXT NOT NULL
);
CREATE UNIQUE INDEX matching_runs_open ON matching_runs (programme_id) WHERE state IN ('DRAFT', 'APPROVED');
CREATE INDEX matching_runs_of_programme ON matching_runs (programme_id, published_at);

-- What a run proposes. Invisible until it is published.
CREATE TABLE matching_proposals (
    run_id UUID NOT NULL REFERENCES matching_runs (id) ON DELETE CASCADE,
    mentee_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    mentor_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    rank BIGINT NOT NULL,
    score BIGINT NOT NULL,
    PRIMARY KEY (run_id, mentee_id, mentor_id)
);
CREATE INDEX matching_proposals_of_mentee ON matching_proposals (mentee_id);
CREATE INDEX matching_proposals_of_mentor ON matching_proposals (mentor_id);

-- Whom a run left without a proposal, and why.
CREATE TABLE matching_unmatched (
    run_id UUID NOT NULL REFERENCES matching_runs (id) ON DELETE CASCADE,
    person_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    PRIMARY KEY (run_id, person_id)
);
CREATE INDEX matching_unmatched_of_person ON matching_unmatched (person_id);

-- A group that a mentor fills. It is open until it begins as a mentorship or is given up.
CREATE TABLE matching_groups (
    id UUID PRIMARY KEY,
    programme_id UUID NOT NULL REFERENCES programmes (id),
    mentor_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    size BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    -- When its first and its last member were selected.
    first_member_at TIMESTAMPTZ,
    last_member_at TIMESTAMPTZ,
    -- When staff were notified that it cannot begin without them.
    staff_notified_at TIMESTAMPTZ,
    closed_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX matching_groups_open ON matching_groups (mentor_id) WHERE closed_at IS NULL;

-- One proposed pair of a round, from the proposal to its end.
CREATE TABLE matching_trackers (
    id UUID PRIMARY KEY,
    run_id UUID NOT NULL REFERENCES matching_runs (id),
    mentor_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    mentee_id UUID NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('1to1', '1toM')),
    rank BIGINT NOT NULL,
    score BIGINT NOT NULL,
    state TEXT NOT NULL,
    -- What each side has chosen and not confirmed yet.
    mentee_choice TEXT CHECK (mentee_choice IN ('interested', 'not_interested')),
    mentor_choice TEXT CHECK (mentor_choice IN ('interested', 'not_interested')),
    proposed_at TIMESTAMPTZ NOT NULL,
    -- When the mentee confirmed a Yes.
    confirmed_at TIMESTAMPTZ,
    changed_at TIMESTAMPTZ NOT NULL,
    -- Until when the side whose turn it is may act; NULL once it is over.
    expires_at TIMESTAMPTZ,
    -- When that side is reminded next.
    remind_at TIMESTAMPTZ,
    group_id UUID REFERENCES matching_groups (id) ON DELETE SET NULL,
    mentorship_id UUID REFERENCES mentorships (id) ON DELETE SET NULL,
    -- Who has seen the congratulation.
    mentee_seen_at TIMESTAMPTZ,
    mentor_seen_at TIMESTAMPTZ,
    UNIQUE (run_id, mentor_id, mentee_id)
);
CREATE INDEX matching_trackers_of_mentee ON matching_trackers (mentee_id, changed_at);
CREATE INDEX matching_trackers_of_mentor ON matching_trackers (mentor_id, changed_at);
CREATE INDEX matching_trackers_due ON matching_trackers (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX matching_trackers_to_remind ON matching_trackers (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX matching_trackers_of_group ON matching_trackers (group_id) WHERE group_id IS NOT NULL;
