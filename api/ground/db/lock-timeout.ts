/**
 * How long a change of the schema waits for a table lock, in milliseconds; every later reader and writer of the table waits
 * behind it. Shorter than PostgreSQL's `deadlock_timeout`, a second: in a deadlock the change gives up and is tried
 * again, before PostgreSQL would cancel a request of a server that runs.
 */
export const lockTimeoutMs = 400;
