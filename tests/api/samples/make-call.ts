import type { z } from 'zod';
import type { Operation } from '#schema/rest/operation.ts';
import { decodeQuery, encodeQuery } from '#schema/rest/query-string.ts';
import type { SentFile } from '../school.ts';
import { type Described, describe, type Part, parts, present, schemaOf } from './described.ts';
import { rightFile } from './files.ts';
import type { Sample } from './sample.ts';
import type { Scene } from './scene.ts';
import { freeText, textKinds } from './text-kinds.ts';

type Values = Readonly<Record<string, unknown>>;

/** A call under construction. */
interface Making {
  readonly operation: Operation;
  readonly scene: Scene;
  /** Counters per entity and of days: two profiles of a call differ, and a period's last day follows its first. */
  readonly count: (what: string) => number;
}

/**
 * A valid call by the operation's declaration, on the scene's rows. A write sets every field, so that everything is
 * stored; a read sets only required fields, so that it finds the most.
 */
export async function makeCall(operation: Operation, scene: Scene, given: Partial<Sample>): Promise<Sample> {
  const counts = new Map<string, number>();
  const count = (what: string) => {
    const before = counts.get(what) ?? 0;
    counts.set(what, before + 1);
    return before;
  };
  const making = { operation, scene, count };
  const made: Partial<Record<Part, Values>> = {};
  for (const part of parts) {
    const schema = schemaOf(operation, part);
    if (schema && given[part] === undefined) made[part] = await partOf(making, part, schema);
  }
  const { params, query, body, fields } = made;
  return {
    ...(params && { params: asTexts(params) }),
    ...(query && { query }),
    ...(body && { body }),
    ...(fields && { fields: asTexts(fields) }),
    ...(operation.form?.files && { files: await filesOf(operation.form.files) }),
    ...given,
  };
}

async function partOf(making: Making, part: Part, schema: z.ZodType): Promise<Values> {
  const { operation } = making;
  const { properties = {}, required = [] } = describe(schema);
  const must = (name: string) => part === 'params' || required.includes(name);
  const names = Object.keys(properties);
  let values: Values = {};
  for (const name of names.filter(must)) values = { ...values, ...(await one(name)) };

  const problems = (tried: Values) => problemsOf(part, schema, tried);
  const may = operation.method === 'GET' ? [] : names.filter((name) => !must(name) && canSay(making, properties[name]));
  for (const name of may) {
    const more = { ...values, ...(await one(name)) };
    // Rules over several fields leave no room for some: a call names people or filters them.
    if (problems(more).length <= problems(values).length) values = more;
  }
  const [wrong] = problems(values);
  if (wrong) throw new Error(whatToDeclare(operation, `${part}.${wrong.path.join('.')}`, wrong.message));
  return values;

  async function one(name: string): Promise<Values> {
    const value = await valueOf(making, properties[name] ?? {}, `${part}.${name}`);
    return value === undefined ? {} : { [name]: value };
  }
}

// Staff have no profile of their own.
const canSay = ({ scene }: Making, field: Described = {}): boolean =>
  !hasDefault(field) && (field.entity !== 'callingProfile' || scene.setting.caller === 'Student');

/** The API gives these a value; of a default that is nothing, a call can say more. */
function hasDefault({ default: value }: Described): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function problemsOf(part: Part, schema: z.ZodType, values: Values) {
  const sent = part === 'query' ? decodeQuery(new URLSearchParams(encodeQuery(values)), schema as z.ZodObject) : values;
  const { error } = schema.safeParse(part === 'params' || part === 'fields' ? asTexts(values) : sent);
  return error?.issues ?? [];
}

async function valueOf(making: Making, described: Described, path: string): Promise<unknown> {
  const field = present(described);
  const { text, entity, items, properties } = field;
  if (text) return textKinds[text](making.count(text));
  if (entity) return ofRow(making, { ...field, entity }, path);
  if (field.enum) return field.enum.at(-1);
  switch (field.type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, field.minimum ?? 1), field.maximum ?? 1);
    case 'string':
      return textOf(making, field, path);
    case 'array': {
      const item = items && (await valueOf(making, items, `${path}.0`));
      return item === undefined ? undefined : [item];
    }
    case 'object': {
      const inner = Object.entries(properties ?? {}).filter(([, each]) => !hasDefault(each));
      const values: [string, unknown][] = [];
      for (const [name, each] of inner) values.push([name, await valueOf(making, each, `${path}.${name}`)]);
      return Object.fromEntries(values);
    }
    case undefined:
    default:
      throw new Error(whatToDeclare(making.operation, path, 'no type'));
  }
}

/** A row's id, code or version. */
async function ofRow(
  { operation, scene, count }: Making,
  meaning: Required<Pick<Described, 'entity'>> & Described,
  path: string,
) {
  const { entity, field = 'id' } = meaning;
  const row: object = await scene[entity](field === 'id' ? count(entity) : 0);
  const value = Object.entries(row).find(([name]) => name === field)?.[1] as unknown;
  if (value === undefined) throw new Error(`${operation.name} ${path}: a row of ${entity} has no ${field}`);
  return value;
}

const daysAhead = (days: number): Date => new Date(Date.now() + (days + 1) * 86_400_000);

function textOf(
  { operation, count }: Making,
  { format, maxLength = 200 }: Described,
  path: string,
): string | undefined {
  if (format === 'date') return textKinds.day(count('day'));
  if (format === 'date-time') return daysAhead(count('instant')).toISOString();
  if (format === 'uuid') throw new Error(whatToDeclare(operation, path, 'an id of what?'));
  return freeText(maxLength);
}

const whatToDeclare = ({ name }: Operation, path: string, wrong: string): string =>
  `No right call of ${name} can be made: ${path} (${wrong}). Say in the contract what the value is, as idOf('class') or ` +
  `means(…, { text: 'email' }) do (schema/rest/meanings.ts), or give the operation a call in tests/api/samples/special-calls.ts.`;

const asTexts = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

async function filesOf(files: NonNullable<NonNullable<Operation['form']>['files']>): Promise<Record<string, SentFile>> {
  const needed = Object.entries(files).filter(([, { optional }]) => !optional);
  return Object.fromEntries(
    await Promise.all(needed.map(async ([name, { kind }]) => [name, await rightFile[kind]()] as const)),
  );
}
