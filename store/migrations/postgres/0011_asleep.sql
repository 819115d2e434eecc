-- What is known of a live table that sleeps, so that a start need not read its log. It holds while the log ends with event seq.
CREATE TABLE asleep (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    seq      BIGINT NOT NULL,
    wakes    BIGINT NOT NULL,  -- when something is due there; 0: nothing is
    players  TEXT COLLATE "C" NOT NULL  -- who sits there, or waits for a seat: a JSON list
);
