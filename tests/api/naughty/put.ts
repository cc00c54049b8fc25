import { UserStatus } from '#schema/rest/enumerations.ts';

type Values = Readonly<Record<string, unknown>>;

// A password needs its repetition; alone it would be refused for that reason.
const together: Readonly<Record<string, readonly string[]>> = { password: ['password', 'confirmPassword'] };

// A call names people or filters them; nobody but the invited is found, whatever the text.
const filtered = { status: UserStatus.DEACTIVATED, filter: { roles: ['Teacher'], status: [UserStatus.INVITED] } };

/** The right values with the text in these fields: `name`, `filter.search`, `ids.0`. */
export function put(right: Values, fields: readonly string[], text: string): Values {
  const start = fields.some((field) => field.startsWith('filter.')) ? filtered : right;
  return fields
    .flatMap((field) => together[field] ?? [field])
    .reduce<Values>((values, field) => putAt(values, field.split('.'), text), start);
}

function putAt(values: Values, [name = '', ...rest]: readonly string[], text: string): Values {
  if (rest.length === 0) return { ...values, [name]: text };
  if (rest[0] === '0') return { ...values, [name]: [text] };
  const inner = values[name];
  return { ...values, [name]: putAt(typeof inner === 'object' ? { ...inner } : {}, rest, text) };
}
