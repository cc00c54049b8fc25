import { z } from 'zod';

/*
 * Plain fields have one name and one value everywhere: in the call, the column and the answer. An entity's rules list
 * them once, and each of these takes them from there; the form as well (`web/staff/ui/forms/plain-values.ts`).
 */

/** Plain fields by their names, each with the rule for a new value: a text, a day, a yes-or-no, a number or a choice. */
export type PlainFields = Readonly<Record<string, z.ZodType<string | boolean | number | null>>>;

export function namesOf<Fields extends PlainFields>(fields: Fields): readonly (keyof Fields & string)[] {
  return Object.keys(fields);
}

/** The members of an object, such as a row or a table, that `fields` names. */
export function pick<Name extends string, Values extends Readonly<Record<Name, unknown>>>(
  values: Values,
  fields: Readonly<Record<Name, z.ZodType>>,
): Pick<Values, Name> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, values[name as Name]])) as Pick<Values, Name>;
}

/** The rule of a field that holds one value of an enumeration: its number in /api, its name in GraphQL. */
export type ChoiceRule<Name extends string = string> = z.ZodType<number> & {
  readonly choices: Readonly<Record<Name, number>>;
};

/** One value of an enumeration of `enumerations.ts`; `initial` where it is left out. */
export function choiceOf<Values extends Readonly<Record<string, number>>>(values: Values, initial: keyof Values) {
  const numbers = Object.values(values) as Values[keyof Values][];
  const rule = z.literal(numbers, { error: 'messages.invalidValue' }).default(values[initial] as never);
  return Object.assign(rule as z.ZodType<Values[keyof Values]>, { choices: values });
}

export const isChoice = (rule: z.ZodType): rule is ChoiceRule => 'choices' in rule;

/** The name of a choice's value, `WHEN_MANY`; undefined for another rule, and for a value that is none of it. */
export function choiceName(rule: z.ZodType | undefined, value: unknown): string | undefined {
  if (rule === undefined || !isChoice(rule)) return undefined;
  return Object.entries(rule.choices).find(([, number]) => number === value)?.[0];
}

/** The fields of an answer. A stored value followed the rules of its time, so only the type is checked here. */
export function answered<Fields extends PlainFields>(fields: Fields) {
  const types = Object.entries(fields).map(([name, rule]) => [name, typeOf(rule)]);
  return Object.fromEntries(types) as { [Name in keyof Fields]: z.ZodType<z.output<Fields[Name]>> };
}

function typeOf(rule: z.ZodType): z.ZodType {
  if (rule instanceof z.ZodDefault) return typeOf(rule.unwrap() as z.ZodType);
  if (rule instanceof z.ZodPipe) return typeOf(rule.out as z.ZodType);
  if (rule instanceof z.ZodNullable) return typeOf(rule.unwrap() as z.ZodType).nullable();
  if (rule instanceof z.ZodNumber) return z.int();
  return rule instanceof z.ZodString ? z.string() : rule;
}
