import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { createPlans } from '#gateway/execution/plans.ts';

const schema = buildSchema('type Query { word: Words } type Words { text: String }');
const query = schema.getQueryType()?.getFields().word;
if (query) query.resolve = () => ({ text: 'hello' });

test('a document’s plan stays, whatever else it is asked for by names that it does not have', () => {
  const plans = createPlans(schema);
  const document = parse('query Hello { word { text } }');
  const names = ['', 'Unknown', 'hello', 'Hello ', 'Another', 'One', 'More'];
  for (const name of names) expect(plans(document, name)).toBeUndefined();
  const plan = plans(document, undefined);
  expect(plan?.operation.name?.value).toBe('Hello');
  for (const name of names) expect(plans(document, name)).toBeUndefined();
  expect(plans(document, undefined)).toBe(plan);
  expect(plans(document, 'Hello')).toBe(plan);
});
