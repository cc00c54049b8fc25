import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kind, parse, visit } from 'graphql';
import { expect, it } from 'vitest';
import { openSpreads } from '#web/build/open-spreads.ts';

/** How many spreads still show their fields to their reader. Make it smaller with each spread that is masked. */
const allowed = 13;

const definitions = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.graphql'))
  .flatMap((name) =>
    parse(readFileSync(`web/${name}`, 'utf8')).definitions.map((definition) => ({ file: `web/${name}`, definition })),
  );

const spreads = definitions.flatMap(({ definition }) => {
  if (definition.kind !== Kind.FRAGMENT_DEFINITION && definition.kind !== Kind.OPERATION_DEFINITION) return [];
  const found = new Set<string>();
  visit(definition, { FragmentSpread: ({ name }) => void found.add(name.value) });
  return [...found].map((name) => `${definition.name?.value ?? ''}: ${name}`);
});

const open = Object.entries(openSpreads).flatMap(([holder, names]) => names.map((name) => `${holder}: ${name}`));

it('masks every fragment but those of a list that only shrinks', () => {
  expect(spreads.length).toBeGreaterThan(150);
  expect(open.length).toBe(allowed);
  expect(open.filter((spread) => !spreads.includes(spread))).toEqual([]);
});

it('masks every fragment of staff’s app', () => {
  const ofStaff = definitions
    .filter(({ file }) => file.startsWith('web/staff/'))
    .flatMap(({ definition }) => ('name' in definition ? [definition.name?.value ?? ''] : []));
  expect(ofStaff.length).toBeGreaterThan(200);
  expect(Object.keys(openSpreads).filter((holder) => ofStaff.includes(holder))).toEqual([]);
});

it('masks the row of every list of staff’s from the page that asks for it', () => {
  const rows = spreads.filter((spread) => /^\w+s: \w+Row$|^Trash: TrashRow$/.test(spread) && !open.includes(spread));
  expect(rows).toEqual(
    expect.arrayContaining([
      'ApiKeys: ApiKeyRow',
      'AuditEntries: AuditRow',
      'Classes: ClassRow',
      'PrivacyProfiles: PrivacyRow',
      'Schools: SchoolRow',
      'TextBooks: TextBookRow',
      'Trash: TrashRow',
      'Users: UserRow',
      'WebhookDeliveries: WebhookDeliveryRow',
      'Webhooks: WebhookRow',
    ]),
  );
});

it('keeps the fragment of a component in a file of the component’s name beside the component', () => {
  const columns = definitions.filter(({ file }) => file.endsWith('-columns.graphql'));
  expect(columns.length).toBeGreaterThan(8);
  const strays = columns.filter(({ file }) => {
    const component = file.slice(dirname(file).length + 1).replace('.graphql', '.tsx');
    return !readdirSync(dirname(file)).includes(component);
  });
  expect(strays.map(({ file }) => file)).toEqual([]);
});
