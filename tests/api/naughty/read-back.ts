import { z } from 'zod';
import type { Queryable } from '#api/ground/db/client.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Entity } from '#schema/rest/meanings.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { type Described, describe, present, schemaOf } from '../samples/described.ts';
import type { RightCall } from '../samples/sample.ts';
import type { Scene } from '../samples/scene.ts';
import type { Sent } from '../school.ts';

type Values = Readonly<Record<string, unknown>>;

/** An accepted write, and how staff read its result. */
export interface Taken {
  readonly sent: RightCall;
  readonly body: unknown;
  readonly db: Queryable;
  readonly get: (operation: Operation, sent: Sent) => Promise<unknown>;
}

/** Resolves to what is stored, by the names of the fields. */
export type Read = (taken: Taken) => Promise<Values | undefined>;

/** How a write's row is read again. */
export interface ReadBack {
  readonly by: string;
  /** The row's fields; a field with another name in the write is missing. */
  readonly shows: readonly string[];
  readonly read: Read;
}

export const values = z.record(z.string(), z.unknown());
const named = z.looseObject({ id: z.string() });
const list = z.union([z.array(values), z.object({ items: z.array(values) }).transform(({ items }) => items)]);

const answerOf = ({ response }: Operation): Described => (response ? describe(response, 'output') : {});
const idIn = (row: Described | undefined): Entity | undefined => row && present(row).properties?.id?.entity;
const isRowPath = (path: string): boolean => /^\/\w+\/\{\w+\}$/.test(path);
const gets = contract.filter(({ method, file }) => method === 'GET' && file === undefined);

/**
 * By the contract: the answer to a write holds an entity's id, and another operation answers the row of such an id, or a list
 * with it. Undefined where the answer holds none, or where nobody reads the row.
 */
export function readBackOf(write: Operation): ReadBack | undefined {
  const answer = answerOf(write);
  const inside = idIn(answer) ? undefined : partWithRow(write, answer);
  const entity = idIn(inside === undefined ? answer : answer.properties?.[inside]);
  if (!entity) return undefined;
  const idOf = (body: unknown): string => named.parse(inside === undefined ? body : values.parse(body)[inside]).id;

  const row = gets.find((get) => isRowPath(get.path) && idIn(answerOf(get)) === entity);
  if (row) {
    const [name = 'id'] = Object.keys(row.params?.shape ?? {});
    const read: Read = async ({ get, body }) => values.parse(await get(row, { params: { [name]: idOf(body) } }));
    return { by: row.name, shows: Object.keys(answerOf(row).properties ?? {}), read };
  }
  const rows = gets.find((get) => idIn(rowOf(get)) === entity);
  if (!rows) return undefined;
  const read: Read = async ({ get, body, sent: { scene } }) => {
    const found = list.parse(await get(rows, await question(rows, scene)));
    return found.find((one) => one.id === idOf(body));
  };
  return { by: rows.name, shows: Object.keys(rowOf(rows)?.properties ?? {}), read };
}

/** The field of an answer that holds the row which the path is about: `class` of a copy. */
function partWithRow({ path }: Operation, { properties = {} }: Described): string | undefined {
  const resource = contract.find((each) => isRowPath(each.path) && each.path.split('/')[1] === path.split('/')[1]);
  const [about] = Object.values((resource?.params && describe(resource.params).properties) ?? {});
  return Object.keys(properties).find((name) => about?.entity !== undefined && idIn(properties[name]) === about.entity);
}

const rowOf = (operation: Operation): Described | undefined => {
  const answer = answerOf(operation);
  return answer.items ?? answer.properties?.items?.items;
};

/** What a list is asked for, so that it holds the scene's rows. */
async function question(operation: Operation, scene: Scene): Promise<Sent> {
  const sent: Partial<Record<'params' | 'query', Record<string, string>>> = {};
  for (const part of ['params', 'query'] as const) {
    const schema = schemaOf(operation, part);
    const { properties = {}, required = [] } = schema ? describe(schema) : {};
    const texts: Record<string, string> = 'PageSize' in properties ? { PageSize: '100' } : {};
    for (const name of required) {
      const { entity } = present(properties[name] ?? {});
      if (entity) texts[name] = named.parse(await scene[entity]()).id;
    }
    sent[part] = texts;
  }
  return sent;
}
