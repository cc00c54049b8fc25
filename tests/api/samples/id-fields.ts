import type { Entity } from '#schema/rest/meanings.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { put } from '../naughty/put.ts';
import { describe, present, schemaOf } from './described.ts';
import type { Sample } from './sample.ts';

const outsidePath = ['query', 'body', 'fields'] as const;

/** A field outside the path that takes an id, or a list of them. */
export interface IdField {
  readonly part: (typeof outsidePath)[number];
  readonly name: string;
  /** What the id is of; the caller makes one without. */
  readonly entity?: Entity;
  readonly isList: boolean;
}

/** From the operation's declaration, so a new id is tested without further work. */
export function idFieldsOf(operation: Operation): IdField[] {
  return outsidePath.flatMap((part) => {
    const schema = schemaOf(operation, part);
    const fields = Object.entries((schema && describe(schema).properties) ?? {});
    return fields.flatMap(([name, declared]): IdField[] => {
      const { items, type, ...whole } = present(declared);
      const one = items ? present(items) : whole;
      const isId = one.format === 'uuid' || (one.entity !== undefined && one.field === undefined) || isIdsName(name);
      return isId ? [{ part, name, isList: type === 'array', ...(one.entity && { entity: one.entity }) }] : [];
    });
  });
}

// An ID of another system is any text.
const isIdsName = (name: string): boolean => /(?:^i|(?<![Ee]xternal|client)I)ds?$/.test(name);

/** The same call with this id in the field; of a list, it becomes the only one. */
export const withId = <Call extends Sample>(call: Call, { part, name, isList }: IdField, id: string): Call => ({
  ...call,
  [part]: put(call[part] ?? {}, [isList ? `${name}.0` : name], id),
});
