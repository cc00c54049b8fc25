import { createHash } from 'node:crypto';
import { exampleWords } from './example-words.ts';
import type { JsonSchema } from './json-schema.ts';

interface Place {
  /** The field's name. */
  readonly name: string;
  /** The parent: the domain, or the field above. */
  readonly owner: string;
}

/** A valid and readable example value of a schema, from the example words of its fields. */
export function exampleOf(schema: JsonSchema, { name, owner }: Place): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const [first = {}] = choices.filter(({ type }) => type !== 'null');
    return exampleOf(first, { name, owner });
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.properties) {
    const own = name === '' || name === 'items' ? owner : name;
    return Object.fromEntries(
      Object.entries(schema.properties).map(([field, part]) => [field, exampleOf(part, { name: field, owner: own })]),
    );
  }
  if (schema.items) return [exampleOf(schema.items, { name: name === 'items' ? name : singular(name), owner })];
  const lower = name.charAt(0).toLowerCase() + name.slice(1);
  const words = [exampleWords[`${owner}.${name}`], exampleWords[name], exampleWords[lower]];
  return words.find((value) => fits(value, schema)) ?? plainValue(schema, name);
}

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

function fits(value: unknown, schema: JsonSchema): boolean {
  if (value === undefined || (schema.enum && !schema.enum.includes(value))) return false;
  const types = [schema.type ?? []].flat();
  const type = Number.isInteger(value) && types.includes('integer') ? 'integer' : typeof value;
  if (types.length > 0 && !types.includes(type)) return false;
  if (typeof value === 'number') return value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
  if (typeof value !== 'string') return true;
  const { pattern, minLength = 0, maxLength = Infinity, format } = schema;
  const formed = pattern === undefined || new RegExp(pattern, 'u').test(value);
  return (
    formed && value.length >= minLength && value.length <= maxLength && (format === undefined || isOf(format, value))
  );
}

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f-]{36}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT/,
  email: /@/,
  uri: /^https?:/,
};
const isOf = (format: string, value: string): boolean => formats[format]?.test(value) ?? true;

const byFormat: Readonly<Record<string, string>> = {
  date: '2026-04-01',
  'date-time': '2026-04-01T00:15:30.000Z',
  uri: 'https://school.example.jp',
};

// The example of a field without an example word, by its type.
function plainValue(schema: JsonSchema, name: string): unknown {
  const { type, format, default: usual, enum: values, minimum = 1, maximum = minimum } = schema;
  if (usual !== undefined) return usual;
  if (values) return values[0];
  const [kind] = [type ?? 'object'].flat();
  if (format === 'uuid' || (kind === 'string' && /Ids?$/.test(name))) return idOf(name);
  if (kind === 'string') return byFormat[format ?? ''] ?? 'text';
  if (kind === 'number' || kind === 'integer') return Math.min(Math.max(1, minimum), Math.max(minimum, maximum));
  return kind === 'boolean' ? true : kind === 'null' ? null : {};
}

// A stable id per name, the same in all examples.
function idOf(name: string): string {
  const hex = createHash('sha256').update(name.toLowerCase()).digest('hex');
  return `01991a6e-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}
