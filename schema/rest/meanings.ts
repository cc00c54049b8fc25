import { z } from 'zod';

/** What an id, a code, a token or a version of a call belongs to. */
export type Entity =
  | 'apiKey'
  | 'class'
  | 'content'
  | 'lesson'
  | 'pushAndListenItem'
  | 'reportExport'
  | 'textBook'
  | 'userImport'
  /** Files for teaching. */
  | 'picture'
  | 'sound'
  /** Staff; the narrower ones have a role or a status. */
  | 'user'
  | 'invitedUser'
  | 'teacher'
  | 'schoolOwner'
  /** What staff hold to prove who they are. */
  | 'session'
  | 'resetLink'
  | 'emailLink'
  | 'invitationLink'
  | 'setupLink'
  /** Children's profiles; `callingProfile` is the one whose token is sent. */
  | 'profile'
  | 'callingProfile'
  /** Posts on the wall; a child calls for its own alone, and a waiting one is not shown yet. */
  | 'post'
  | 'ownPost'
  | 'waitingPost'
  | 'uploadRequest';

/** Texts with a form that a JSON schema does not show. */
export type TextKind =
  'day' | 'email' | 'newUuid' | 'ownPassword' | 'password' | 'phoneNumber' | 'studentPage' | 'wordwall' | 'youtube';

/** What a value means beyond its form; the tests make right calls of every operation from this. */
export interface Meaning {
  readonly entity?: Entity;
  /** The entity's field that has the value; its id unless given. */
  readonly field?: string;
  readonly text?: TextKind;
}

/** A registry of its own, so that the OpenAPI document stays as it is. */
export const meanings = z.registry<Meaning>();

/** The same schema with a meaning. */
export function means<Schema extends z.ZodType>(schema: Schema, meaning: Meaning): Schema {
  const copy = schema.clone();
  meanings.add(copy, meaning);
  return copy;
}
