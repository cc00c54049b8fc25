import type { Queryable } from '#api/ground/db/client.ts';
import type { ContentType } from '#schema/rest/enumerations.ts';
import type { ClassPlan } from './class-plans.ts';
import type { SchoolClock } from './clock.ts';
import type { Dice } from './dice.ts';

/** The connection, the clock and the dice that every part of the demo school uses. */
export interface Making {
  readonly db: Queryable;
  readonly clock: SchoolClock;
  readonly dice: Dice;
}

/** User ids by the keys of `people`. */
export type Staff = ReadonlyMap<string, string>;

/** Media ids by the names their plans give them. */
export type MediaIds = ReadonlyMap<string, string>;

export interface MadeContent {
  readonly id: string;
  readonly type: ContentType;
}

export interface MadeLesson {
  readonly id: string;
  readonly contents: readonly MadeContent[];
}

export interface MadeBook {
  readonly id: string;
  readonly name: string;
  readonly lessons: readonly MadeLesson[];
}

export interface MadeClass {
  readonly id: string;
  readonly plan: ClassPlan;
  readonly book: MadeBook;
  readonly profileIds: readonly string[];
}

/** The value with a name. Throws for an unknown name: a demo school with holes is a mistake of ours. */
export function named<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name);
  if (value === undefined) throw new Error(`The demo school has no ${name}`);
  return value;
}
