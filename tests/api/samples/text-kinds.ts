import { randomUUID } from 'node:crypto';
import { newId } from '#api/ground/db/ids.ts';
import type { TextKind } from '#schema/rest/meanings.ts';
import { dayFromNow } from '#tests/support/teaching.ts';

/** A right text of each kind; undefined is one that is left out. `at` counts the days of a call, so that a period ends later. */
export const textKinds: Readonly<Record<TextKind, (at: number) => string | undefined>> = {
  day: (at) => dayFromNow(30 * at),
  // Another each time: a domain belongs to one provider.
  emailDomain: () => `d${newId().slice(-12)}.test`,
  email: () => `${newId()}@school.test`,
  externalId: () => newId(),
  username: () => newId(),
  idempotencyKey: () => newId(),
  issuer: () => 'https://accounts.example.com',
  newUuid: () => randomUUID(),
  // The tests' staff have no password.
  ownPassword: () => undefined,
  // The beginning of a list.
  pageCursor: () => '',
  password: () => 'a password of mine',
  phoneNumber: () => '090-1234-5678',
  // Of no provider: the right one is made by `special-calls`.
  providerEmail: () => 'somebody@nowhere.test',
  secondFactorCode: () => '123456',
  studentPage: () => '/student/unit-list',
  timeZone: () => 'America/New_York',
  changesCursor: () => '2026-04-01T00:00:00.000Z_0190b3a4-0000-7000-8000-000000000000',
  webhookUrl: () => 'https://receiver.example.com/manabook',
  wordwall: () => 'https://wordwall.net/resource/12345',
  youtube: () => 'https://youtu.be/dQw4w9WgXcQ',
};

/** A text that no other row has, as a short code and a key's name must be. */
export const freeText = (maximum: number): string => `はな ${newId().slice(-12)}`.slice(-maximum);
