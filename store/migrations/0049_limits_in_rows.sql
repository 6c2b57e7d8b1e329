-- Token buckets of rate limits that hold over all nodes. A bucket without a row is full.
CREATE TABLE rate_limits (
    -- HMAC-SHA256 of the limit's name and its key, such as a network address.
    bucket BYTEA PRIMARY KEY,
    -- When it is full again, in microseconds since 1970.
    full_at BIGINT NOT NULL
);

-- Wrong codes by hour and what was guessed. Replaces wrong_codes and wrong_institution_codes, which the version before uses.
CREATE TABLE wrong_guesses (
    hour TIMESTAMPTZ NOT NULL,
    target TEXT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (hour, target)
);

-- Networks from which a right code came: a wave of wrong codes does not shorten their limits.
CREATE TABLE known_networks (
    -- HMAC-SHA256 of the network address.
    network_hash BYTEA PRIMARY KEY,
    seen_at TIMESTAMPTZ NOT NULL
);

-- For each newest migration: the oldest program that runs on the schema, by the program's newest migration.
CREATE TABLE schema_support (
    newest BIGINT PRIMARY KEY,
    oldest_program BIGINT NOT NULL
);
