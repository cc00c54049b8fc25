import { DatabaseError } from 'pg';

// SQLSTATE class 23: unique, foreign key, check, not null.
const integrityClass = '23';

/** PostgreSQL's error, unwrapped from drizzle's error. */
export function databaseError(error: unknown): DatabaseError | undefined {
  if (error instanceof DatabaseError) return error;
  return error instanceof Error && error.cause !== undefined ? databaseError(error.cause) : undefined;
}

/** Whether a write was refused by this constraint or unique index: `isViolation(error, 'users_email_unique')`. */
export function isViolation(error: unknown, constraint: string): boolean {
  const refusal = databaseError(error);
  return refusal?.code?.startsWith(integrityClass) === true && refusal.constraint === constraint;
}
