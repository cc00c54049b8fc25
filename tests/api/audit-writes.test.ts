import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog } from '#api/ground/db/schema.ts';
import { type CallerKind, mayCall } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePlace, type Place, tokenFor } from './samples/place.ts';
import { classFields } from '#schema/rules/classes.ts';
import { contentFields } from '#schema/rules/contents.ts';
import { lessonFields } from '#schema/rules/lessons.ts';
import { isChoice, type PlainFields } from '#schema/rules/plain-fields.ts';
import { textBookFields } from '#schema/rules/textbooks.ts';
import { userFields } from '#schema/rules/users.ts';
import auditWords from '../../locales/en/audit.json' with { type: 'json' };
import classes from '../../locales/en/classes.json' with { type: 'json' };
import contents from '../../locales/en/contents.json' with { type: 'json' };
import lessons from '../../locales/en/lessons.json' with { type: 'json' };
import pushAndListen from '../../locales/en/push-and-listen.json' with { type: 'json' };
import textbooks from '../../locales/en/textbooks.json' with { type: 'json' };
import users from '../../locales/en/users.json' with { type: 'json' };
import { rightCall } from './samples/samples.ts';
import { send } from './school.ts';

// Operations that do not write exactly one row: none for one's own session, for what was only begun, asked or looked at, for a page of
// the board and for queries; one for each copied class, for either child or school of a merger, for a passkey and the sessions
// that it ends, and for the picture of a decided post in the answer.
const others: Readonly<Record<string, number>> = {
  addPasskey: 2,
  admission: 0,
  beginPasskey: 0,
  beginSecondFactor: 0,
  checkSignInProvider: 0,
  changePassword: 2,
  checkBrokenLink: 0,
  confirmSecondFactor: 2,
  logout: 0,
  copyClasses: 2,
  // The new class and the turn; a turn of the samples has no class to put into the trash.
  planSchoolYearTurn: 0,
  turnSchoolYear: 2,
  mergeClassProfiles: 2,
  mergeSchools: 2,
  resolveCommunityReports: 2,
  setCommunityPostState: 2,
  turnBoardPage: 0,
  replyWithStamp: 2,
  replyWithVoice: 2,
};

const world = keptApi();
let place: Place;

beforeAll(async () => {
  place = await makePlace(world);
});

const staffWrites = contract.filter(
  ({ method, access }) => method !== 'GET' && access.kind !== 'anyone' && mayCall('SuperAdmin', access),
);

async function carryOut(operation: Operation, caller: CallerKind): Promise<() => Promise<number>> {
  const sample = await rightCall(operation, place, caller);
  const requestId = newId();
  const token = await tokenFor(place, caller);
  const { status } = await send(world, operation, { token, ...sample }).set('x-request-id', requestId);
  const advice = `\`${operation.name}\` refused its sample: give it what it needs in tests/api/samples/special-calls.ts`;
  expect([200, 201, 202, 204], advice).toContain(status);
  return () => world.services.db.$count(auditLog, eq(auditLog.requestId, requestId));
}

describe('what staff change', () => {
  test.each(staffWrites.map((operation) => [operation.name, operation] as const))(
    '%s is written down',
    async (name, operation) => {
      const written = await carryOut(operation, 'SuperAdmin');
      // A job imports the file's people.
      const rowCount = others[name] ?? 1;
      const advice =
        `\`${name}\` is to leave ${rowCount} row(s) in the audit log: let it call \`recordChange\` in its transaction. ` +
        'If another number is right, give it in `others` of this file, with the reason. ' +
        'If the sample call changed nothing, give it the state that it needs in tests/api/samples/special-calls.ts.';
      await expect.poll(written, { timeout: 60_000, message: advice }).toBe(rowCount);
    },
  );

  test('is there in words of the audit log’s screen: every verb, table and field', async () => {
    const rows = await world.services.db.select().from(auditLog);
    const named = [...rows.map(({ action }) => `action-${action}`), ...rows.map(({ entity }) => `entity-${entity}`)];
    expect([...new Set(named)].filter((key) => !(key in auditWords)).sort()).toEqual([]);
    // Without a label of its own, a field has the label of the entity's form.
    const forms: Readonly<Record<string, object>> = {
      ...{ users, classes, textbooks, lessons, contents },
      ...{ profiles: classes, push_and_listen_items: pushAndListen },
    };
    const unnamed = rows.flatMap(({ entity, before, after }) =>
      Object.keys({ ...before, ...after })
        .filter((field) => !(`field-${field}` in auditWords) && !(field in (forms[entity] ?? {})))
        .map((field) => `${entity}.${field}`),
    );
    expect([...new Set(unnamed)].sort()).toEqual([]);
  });

  test.each(
    Object.entries({
      classes: classFields,
      contents: contentFields,
      lessons: lessonFields,
      textbooks: textBookFields,
      users: userFields,
    }),
  )('is there in words for each choice of %s', (entity, fields: PlainFields) => {
    const form: object = { classes, contents, lessons, textbooks, users }[entity] ?? {};
    const unnamed = Object.entries(fields).flatMap(([field, rule]) =>
      Object.entries(isChoice(rule) ? rule.choices : {})
        .filter(([, number]) => !(`value-${entity}-${field}-${number}` in auditWords))
        .map(([name]) => `${field}-${name}`)
        .filter((key) => !(key in form)),
    );
    expect(unnamed, `give each value its word in locales/*/${entity}.json, for the form and the audit log`).toEqual([]);
  });

  test('leaves no password, token or hash code in the log', async () => {
    const rows = await world.services.db.select().from(auditLog);
    expect(rows.length).toBeGreaterThan(staffWrites.length / 2);
    const { rows: secrets } = await world.services.pool.query<{ secret: string }>(secretsOf);
    const written = JSON.stringify(rows);
    expect(secrets.length).toBeGreaterThan(20);
    expect(secrets.filter(({ secret }) => written.includes(secret))).toEqual([]);
  });
});

// Secrets: hash codes, and hashes of passwords and tokens.
const secretsOf = `
  select class_hash_code as secret from classes union select card_code from profiles
  union select hash_code from textbooks union select hash_code from lessons union select hash_code from contents
  union select password_hash from users where password_hash is not null
  union select token_hash from account_links union select token_hash from refresh_tokens
  union select value from signing_keys`;
