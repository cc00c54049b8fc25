/**
 * The milliseconds that a change of the schema waits for a table lock. All later readers and writers of the table wait
 * behind the change. The time is shorter than PostgreSQL's `deadlock_timeout` of a second: in a deadlock the change
 * gives up and is retried, before PostgreSQL cancels the request of a running server.
 */
export const lockTimeoutMs = 400;
