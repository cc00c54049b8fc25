import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { problemStatuses } from '#schema/rest/problems.ts';
import { describe, parts, present, schemaOf } from '../samples/described.ts';

/** An answer beside 2xx and 400 that is right for a text. */
interface Excuse {
  readonly status: number;
  readonly messageKey: string;
  readonly because: string;
}

const unknown = (what: string, messageKey: string, status = 404): Excuse => ({
  status,
  messageKey,
  because: `a text in the form of ${what} is one that nothing has`,
});

/** By the contract: a text in the form of a code or a token opens nothing. */
function excusesOf(operation: Operation): Excuse[] {
  const schemas = parts.map((part) => schemaOf(operation, part)).filter((schema) => schema !== undefined);
  const fields = schemas.flatMap((schema) => Object.values(describe(schema).properties ?? {})).map(present);
  return fields.flatMap(({ entity, field }) => {
    if (entity === 'session') return [unknown('a session’s token', 'messages.sessionExpired', 401)];
    if (!problemStatuses(operation).includes(404)) return [];
    if (entity === 'familyAlbum') return [unknown('a family’s token', 'messages.albumEnded')];
    if (field === 'token') return [unknown('a link’s token', 'messages.linkInvalid')];
    if (!field?.endsWith('Code')) return [];
    return [unknown('a code', entity === 'textBook' ? 'messages.bookNotFound' : 'messages.notFound')];
  });
}

const sameCode: Excuse = {
  status: 409,
  messageKey: 'messages.shortCodeExists',
  because: 'texts of the corpus differ by case alone, and short codes do not',
};

const sameExternalId: Excuse = {
  status: 409,
  messageKey: 'messages.externalIdExists',
  because: 'texts of the corpus are the same once they are trimmed, and external IDs are unique',
};

const sameUsername: Excuse = {
  status: 409,
  messageKey: 'messages.usernameExists',
  because: 'texts of the corpus are the same once their case and width are folded, and usernames are unique',
};

const special: Readonly<Record<string, readonly Excuse[]>> = {
  createTextBook: [sameCode, sameExternalId],
  updateTextBook: [sameCode, sameExternalId],
  createUser: [sameExternalId, sameUsername],
  updateUser: [sameExternalId, sameUsername],
  createClass: [sameExternalId],
  updateClass: [sameExternalId],
  createApiKey: [
    {
      status: 409,
      messageKey: 'messages.apiKeyNameExists',
      because: 'names of keys that differ by case alone are one',
    },
  ],
  createWebhook: [
    {
      status: 409,
      messageKey: 'messages.tooManyWebhooks',
      because: 'an installation has 20 at most; updateWebhook takes the texts that come after',
    },
  ],
  completeLogin: [{ status: 401, messageKey: 'messages.signInAgain', because: 'the text is no challenge' }],
  beginPasskeyLogin: [{ status: 401, messageKey: 'messages.signInAgain', because: 'the text is no challenge' }],
  passkeyLogin: [
    { status: 401, messageKey: 'messages.signInAgain', because: 'the text is no challenge' },
    { status: 401, messageKey: 'messages.passkeyWrong', because: 'the text is of no passkey' },
    { status: 429, messageKey: 'messages.tooManyRequests', because: 'sixty wrong ones a minute are all' },
  ],
  addSignInProvider: [
    {
      status: 409,
      messageKey: 'messages.tooManyProviders',
      because: 'a school has five at most; updateSignInProvider takes the texts that come after',
    },
  ],
  beginProviderLogin: [
    { status: 429, messageKey: 'messages.tooManyRequests', because: 'sixty beginnings a minute are all' },
  ],
  providerLogin: [
    { status: 401, messageKey: 'messages.providerLoginFailed', because: 'the text is no state' },
    { status: 429, messageKey: 'messages.tooManyRequests', because: 'sixty wrong ones a minute are all' },
  ],
  login: [{ status: 401, messageKey: 'messages.checkEmailAndPassword', because: 'nobody signs in by the text' }],
  setUpSchool: [
    {
      status: 409,
      messageKey: 'messages.alreadySetUp',
      because: 'another call of the same moment has set the school up first',
    },
  ],
};

/** Every answer that is excused, by operation. What is not here must be 2xx or 400. */
export const excuses: ReadonlyMap<string, readonly Excuse[]> = new Map(
  contract.map((operation) => [operation.name, [...excusesOf(operation), ...(special[operation.name] ?? [])]]),
);
