import { z } from 'zod';
import type { Operation } from '#schema/rest/operation.ts';
import { put } from '../naughty/put.ts';
import type { Sample } from './sample.ts';

const parts = ['query', 'body', 'fields'] as const;
type Part = (typeof parts)[number];

/** A field outside the path that takes an id, or a list of them. */
export interface IdField {
  readonly part: Part;
  readonly name: string;
}

/** By the operation's own declaration: an id that it gains is tried without anybody thinking of it. */
export function idFieldsOf({ query, body, form }: Operation): IdField[] {
  const schemas = { query, body, fields: form?.fields };
  return parts.flatMap((part) => Object.keys(idsIn(schemas[part])).map((name) => ({ part, name })));
}

const json = z.record(z.string(), z.unknown());
type Json = z.infer<typeof json>;

function idsIn(schema: z.ZodType | undefined): Readonly<Record<string, Json>> {
  if (!schema) return {};
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const properties = z.record(z.string(), json).parse(described.properties ?? {});
  return Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => holdsId(value) || /(?:^i|I)ds?$/.test(name)),
  );
}

function holdsId({ type, format, items, anyOf }: Json): boolean {
  if (Array.isArray(anyOf)) return z.array(json).parse(anyOf).some(holdsId);
  return type === 'array' ? holdsId(json.parse(items)) : format === 'uuid';
}

/** The same call with this id in the field; of a list, it becomes the only one. */
export function withId(operation: Operation, sample: Sample, { part, name }: IdField, id: string): Sample {
  const schemas = { query: operation.query, body: operation.body, fields: operation.form?.fields };
  const isList = idsIn(schemas[part])[name]?.type === 'array';
  return { ...sample, [part]: put(sample[part] ?? {}, [isList ? `${name}.0` : name], id) };
}
