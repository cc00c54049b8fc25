/** A reason, in words for the person at the terminal, why the embedded PostgreSQL cannot run. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
