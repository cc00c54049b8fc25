import { z } from 'zod';
import { type ChoiceRule, isChoice, type PlainFields } from '#schema/rules/plain-fields.ts';
import { typedNumber } from './parse-typed.ts';

/** The type of a form field's value: a number is kept as typed text, any other value has the rule's type. */
type FormValue<Rule extends z.ZodType> = number extends z.output<Rule> ? string : z.output<Rule>;

export type PlainFormValues<Fields extends PlainFields> = { [Name in keyof Fields]: FormValue<Fields[Name]> };

type GraphqlValue<Rule extends z.ZodType> = Rule extends ChoiceRule<infer Name> ? Name : z.output<Rule>;

/** The plain fields in GraphQL's types, for responses and inputs. */
export type PlainInput<Fields extends PlainFields> = { [Name in keyof Fields]: GraphqlValue<Fields[Name]> };

/** The values of an empty form: the rule's default, else an empty text. */
export function emptyValues<Fields extends PlainFields>(fields: Fields): PlainFormValues<Fields> {
  return each(fields, (rule) => {
    const initial = rule.safeParse(undefined).data;
    return isChoice(rule) ? initial : inForm(initial);
  });
}

/** Converts a row from GraphQL to the values of its form. */
export function formValues<Fields extends PlainFields>(
  found: PlainInput<Fields>,
  fields: Fields,
): PlainFormValues<Fields> {
  return each(fields, (rule, name) => (isChoice(rule) ? rule.choices[found[name] as string] : inForm(found[name])));
}

// A form holds null as an empty text and a number as text.
const inForm = (value: string | number | boolean | null | undefined) =>
  typeof value === 'boolean' ? value : String(value ?? '');

/** Converts a form's values, already checked by the rules, to GraphQL's input. */
export function inputValues<Fields extends PlainFields>(
  values: PlainFormValues<Fields>,
  fields: Fields,
): PlainInput<Fields> {
  return each(fields, (rule, name) => {
    const value: unknown = values[name];
    if (isChoice(rule)) return Object.keys(rule.choices).find((choice) => rule.choices[choice] === value);
    if (typeof value !== 'string') return value;
    return takesNumber(rule) ? numberOf(value) : value.trim();
  });
}

/** Adapts the rules of a row to the values of its form: typed numbers become numbers before the rules check them. */
export function formRules<Rules extends z.ZodType>(rules: Rules, fields: PlainFields) {
  return z.preprocess((given) => {
    const values = given as Readonly<Record<string, string | undefined>>;
    const numbers = Object.entries(fields).filter(([, rule]) => takesNumber(rule));
    return { ...values, ...Object.fromEntries(numbers.map(([name]) => [name, numberOf(values[name])])) };
  }, rules);
}

const numberOf = (typed = '') => (typed.trim() === '' ? null : typedNumber(typed));

function takesNumber(rule: z.ZodType): boolean {
  if (rule instanceof z.ZodDefault || rule instanceof z.ZodNullable) return takesNumber(rule.unwrap() as z.ZodType);
  return rule instanceof z.ZodNumber;
}

function each<Fields extends PlainFields, Values>(
  fields: Fields,
  valueOf: (rule: Fields[string], name: keyof Fields & string) => unknown,
): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, rule]) => [name, valueOf(rule as Fields[string], name)]),
  ) as Values;
}
