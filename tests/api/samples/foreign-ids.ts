import { expect } from 'vitest';
import { type CallerKind, mayCall } from '#schema/access.ts';
import { problem } from '#schema/problem.ts';
import type { Entity } from '#schema/rest/meanings.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { callerKinds } from './caller-kinds.ts';
import { describe, parts, present, schemaOf } from './described.ts';
import type { IdField } from './id-fields.ts';

const scoped: readonly CallerKind[] = ['SchoolOwner', 'Teacher', 'Student'];

/** All schools share teaching material. A part is foreign when its id is used with another parent. */
const wholeOf: Partial<Record<Entity, readonly Entity[]>> = {
  brokenLink: [],
  textBook: [],
  lesson: ['textBook', 'class'],
  content: ['lesson'],
  pushAndListenItem: ['content'],
  picture: [],
  sound: [],
};

/** The entities that an operation's declarations name. */
function entitiesOf(operation: Operation): (Entity | undefined)[] {
  const schemas = parts.map((part) => schemaOf(operation, part)).filter((schema) => schema !== undefined);
  return schemas
    .flatMap((schema) => Object.values(describe(schema).properties ?? {}))
    .map((each) => present(each).entity);
}

/** Those who call an operation, and whose calls are tried with an id of another school or another book. */
export function callersWithForeignId(operation: Operation, { entity }: IdField): readonly CallerKind[] {
  if (!entity) return [];
  const allowed = callerKinds.filter((caller) => mayCall(caller, operation.access));
  const narrow = allowed.filter((caller) => scoped.includes(caller));
  const wholes = wholeOf[entity];
  if (!wholes) return narrow;
  const named = entitiesOf(operation);
  if (!wholes.some((whole) => named.includes(whole))) return [];
  return narrow.length > 0 ? narrow : allowed.slice(0, 1);
}

const success: readonly number[] = [200, 201, 202, 204];

/**
 * The expected outcome of a call with a foreign id: a status, or how a success ignores the id. Everything else fails: a
 * success that uses the id, or a 400 that names another field.
 */
export function outcomeOf({ status, body, text }: Answer, { name }: IdField, id: string): string {
  if (status === 403 || status === 404) return String(problem.parse(body).status);
  if (status === 400) {
    const fields = Object.keys(problem.parse(body).errors ?? {});
    expect(fields.map((field) => field.split('.')[0])).toContain(name);
    return '400';
  }
  expect(success, text).toContain(status);
  if (isObject(body) && Array.isArray(body.results)) {
    expect(body.results).toEqual([{ id, messageKey: 'messages.notFound' }]);
    return 'not found in the results';
  }
  expect(text, 'the id has a part in the answer').not.toContain(id);
  const items = Array.isArray(body) ? body : isObject(body) ? body.items : undefined;
  return Array.isArray(items) && items.length === 0 ? 'an empty list' : 'a success without it';
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
