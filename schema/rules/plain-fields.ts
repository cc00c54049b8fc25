import { z } from 'zod';

/*
 * Plain fields have one name and one value everywhere: in the form, the call, the column and the answer. An entity's
 * rules list them once, and each of these takes them from there.
 */

/** Plain fields by their names, each with the rule for a new value: a text, a day or a yes-or-no. */
export type PlainFields = Readonly<Record<string, z.ZodType<string | boolean>>>;

export type PlainValues<Fields extends PlainFields> = { [Name in keyof Fields]: z.output<Fields[Name]> };

export function namesOf<Fields extends PlainFields>(fields: Fields): readonly (keyof Fields & string)[] {
  return Object.keys(fields);
}

/** Of an object, such as a row or a table, the members that `fields` names. */
export function pick<Name extends string, Values extends Readonly<Record<Name, unknown>>>(
  values: Values,
  fields: Readonly<Record<Name, z.ZodType>>,
): Pick<Values, Name> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, values[name as Name]])) as Pick<Values, Name>;
}

/** The fields of an answer: what is stored was checked by the rules of its time, so only the type is checked here. */
export function answered<Fields extends PlainFields>(fields: Fields) {
  const types = Object.entries(fields).map(([name, rule]) => [name, typeOf(rule)]);
  return Object.fromEntries(types) as { [Name in keyof Fields]: z.ZodType<z.output<Fields[Name]>> };
}

function typeOf(rule: z.ZodType): z.ZodType {
  if (rule instanceof z.ZodDefault) return typeOf(rule.unwrap() as z.ZodType);
  if (rule instanceof z.ZodPipe) return typeOf(rule.out as z.ZodType);
  return rule instanceof z.ZodString ? z.string() : rule;
}

/** What an empty form holds: the rules' defaults, else no text. */
export function emptyValues<Fields extends PlainFields>(fields: Fields): PlainValues<Fields> {
  const values = Object.entries(fields).map(([name, rule]) => [name, rule.safeParse(undefined).data ?? '']);
  return Object.fromEntries(values) as PlainValues<Fields>;
}

/** A form's values as a call takes them: texts without the spaces around them. */
export function trimmed<Fields extends PlainFields>(values: PlainValues<Fields>, fields: Fields): PlainValues<Fields> {
  const entries = Object.entries<string | boolean>(pick(values, fields));
  const cut = entries.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]);
  return Object.fromEntries(cut) as PlainValues<Fields>;
}
