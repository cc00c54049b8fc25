import type { users } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { isViolation } from '#api/ground/db/violations.ts';
import { conflict } from '#api/ground/http/problems.ts';

type Names = Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email' | 'username'>;

// Japanese names have the family name first, often without a space: the text holds both orders.
export const userSearchText = ({ firstName, lastName, email, username }: Names): string =>
  searchText(`${firstName} ${lastName}${firstName}`, email, username);

/** Runs a write; answers 409 on `email` when somebody else has the e-mail, in any case of letters. */
export async function withUniqueEmail<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isViolation(error, 'users_email_unique')) throw error;
    throw emailExists();
  }
}

export const emailExists = () => conflict('messages.emailExists', 'The email already exists.', 'email');
