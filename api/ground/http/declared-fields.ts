import { z } from 'zod';

/** Copies the declared fields of a value. */
type Copy = (value: unknown) => unknown;

/** Undefined where every value passes as it is, because it has no fields. */
type Compiled = Copy | undefined;

const compiled = new WeakMap<z.ZodType, { readonly copy: Compiled }>();

/**
 * The fields of an answer that `schema` declares, without a check of their values; what is not declared is left out, as
 * `parse` leaves it out. A kind of schema that is not known here is parsed.
 */
export function declaredFields(schema: z.ZodType, answer: unknown): unknown {
  let found = compiled.get(schema);
  if (!found) compiled.set(schema, (found = { copy: copyOf(schema) }));
  return found.copy ? found.copy(answer) : answer;
}

function copyOf(schema: z.core.$ZodType): Compiled {
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) return objectCopy(schema);
  if (schema instanceof z.ZodArray) return arrayCopy(copyOf(schema.element));
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return copyOf(schema.unwrap());
  if (schema instanceof z.ZodDefault) return defaultCopy(schema.def.defaultValue, copyOf(schema.unwrap()));
  if (withoutFields.some((kind) => schema instanceof kind)) return undefined;
  return (value) => z.parse(schema, value);
}

const withoutFields = [z.ZodString, z.ZodStringFormat, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral];

function objectCopy({ shape }: z.ZodObject<z.core.$ZodShape>): Copy {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, copy: copyOf(schema) }));
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const given = value as Readonly<Record<string, unknown>>;
    const declared: Record<string, unknown> = {};
    for (const { name, copy } of fields) {
      const own = given[name];
      const kept = copy ? copy(own) : own;
      if (kept !== undefined) declared[name] = kept;
    }
    return declared;
  };
}

const arrayCopy =
  (copy: Compiled): Copy =>
  (value) =>
    copy && Array.isArray(value) ? value.map(copy) : value;

const defaultCopy =
  (standard: unknown, copy: Compiled): Copy =>
  (value) =>
    value === undefined ? standard : copy ? copy(value) : value;
