import { z } from 'zod';

const indexed = /^(\w+)\[(\d{1,2})\]\.(\w+)$/;

/** Encodes a query as section 7 spells it: lists repeat, lists of objects become `Name[0].field`. */
export function encodeQuery(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) append(search, name, value);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function append(search: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) appendItem(search, name, index, item);
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    search.append(name, String(value));
  } else throw new TypeError(`The parameter '${name}' has no place in a query.`);
}

function appendItem(search: URLSearchParams, name: string, index: number, item: unknown): void {
  if (typeof item !== 'object' || item === null) append(search, name, item);
  else for (const [field, part] of Object.entries(item)) append(search, `${name}[${index}].${field}`, part);
}

/** Decodes a query string into the raw object that `schema` validates; a list in the schema is always a list here. */
export function decodeQuery(search: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  const rows = new Map<string, Map<number, Record<string, string>>>();
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    const match = indexed.exec(name);
    // Undeclared names never reach a handler, `__proto__` included.
    if (!Object.hasOwn(schema.shape, match?.[1] ?? name)) continue;
    if (match?.[1] && match[3]) {
      const list = rows.get(match[1]) ?? new Map<number, Record<string, string>>();
      const row = list.get(Number(match[2])) ?? {};
      row[match[3]] = values[0] ?? '';
      rows.set(match[1], list.set(Number(match[2]), row));
    } else query[name] = isList(schema, name) || values.length > 1 ? values : values[0];
  }
  for (const [name, list] of rows) query[name] = [...list].sort(([a], [b]) => a - b).map(([, row]) => row);
  return query;
}

function isList(schema: z.ZodObject, name: string): boolean {
  let field: unknown = schema.shape[name];
  while (field instanceof z.ZodDefault || field instanceof z.ZodOptional) field = field.unwrap();
  return field instanceof z.ZodArray;
}
