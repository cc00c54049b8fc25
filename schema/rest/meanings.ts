import { z } from 'zod';

/** The entity that an id, a code, a token or a version belongs to. */
export type Entity =
  | 'apiKey'
  | 'boardSession'
  | 'brokenLink'
  | 'class'
  | 'content'
  | 'lesson'
  | 'printedCode'
  | 'pushAndListenItem'
  | 'reportExport'
  | 'rosterImport'
  | 'school'
  | 'schoolYearTurn'
  | 'signInProvider'
  | 'studentAlbum'
  | 'textBook'
  | 'userImport'
  | 'webhook'
  | 'webhookDelivery'
  /** Media for teaching. */
  | 'picture'
  | 'sound'
  /** Staff; the other ones have a specific role or status. */
  | 'user'
  | 'invitedUser'
  | 'teacher'
  | 'schoolOwner'
  /** Credentials of staff. */
  | 'session'
  | 'ownSession'
  | 'passkey'
  | 'resetLink'
  | 'emailLink'
  | 'invitationLink'
  | 'setupLink'
  /** Opens an album to a child's family. */
  | 'familyAlbum'
  /** Children's profiles; `callingProfile` is the profile of the sent token. */
  | 'profile'
  | 'callingProfile'
  /** Posts on the wall; a child may use only its own, and a waiting post is not shown yet. */
  | 'post'
  | 'ownPost'
  | 'waitingPost'
  | 'postReport'
  | 'uploadRequest';

/** Texts with a format that JSON schema cannot express. */
export type TextKind =
  | 'changesCursor'
  | 'day'
  | 'email'
  | 'emailDomain'
  | 'externalId'
  | 'username'
  | 'idempotencyKey'
  | 'issuer'
  | 'newUuid'
  | 'ownPassword'
  | 'pageCursor'
  | 'password'
  | 'phoneNumber'
  | 'providerEmail'
  | 'secondFactorCode'
  | 'studentPage'
  | 'timeZone'
  | 'webhookUrl'
  | 'wordwall'
  | 'youtube';

/** The meaning of a value beyond its type, from which tests make valid calls of every operation. */
export interface Meaning {
  readonly entity?: Entity;
  /** The entity's field with the value; the id by default. */
  readonly field?: string;
  readonly text?: TextKind;
}

/** A separate registry, so that the OpenAPI document does not contain it. */
export const meanings = z.registry<Meaning>();

/** Attaches a meaning to a schema. */
export function means<Schema extends z.ZodType>(schema: Schema, meaning: Meaning): Schema {
  const copy = schema.clone();
  meanings.add(copy, meaning);
  return copy;
}
