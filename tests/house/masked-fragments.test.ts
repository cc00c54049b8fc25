import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kind, parse, visit } from 'graphql';
import { build, type Plugin } from 'vite';
import { expect, it } from 'vitest';
import { plainMasks } from '#web/build/plain-masks.ts';

const filesEnding = (end: string) =>
  readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => ({ file: `web/${name}`, text: readFileSync(`web/${name}`, 'utf8') }));

const definitions = filesEnding('.graphql').flatMap(({ file, text }) =>
  parse(text).definitions.map((definition) => ({ file, definition })),
);

const spreads = definitions.flatMap(({ file, definition }) => {
  if (definition.kind !== Kind.FRAGMENT_DEFINITION && definition.kind !== Kind.OPERATION_DEFINITION) return [];
  const found = new Set<string>();
  visit(definition, { FragmentSpread: ({ name }) => void found.add(name.value) });
  const end = definition.kind === Kind.FRAGMENT_DEFINITION ? 'Fragment' : '(Query|Mutation)';
  const holder = definition.name?.value ?? '';
  return [...found].map((name) => ({ file, holder, end, name }));
});

/** The generated types of operations and fragments, each from its name to the next type. */
const types = filesEnding('.generated.ts').flatMap(({ text }) =>
  text
    .split(/^export type /m)
    .slice(1)
    .map((type) => type.split(/^export (?!type)/m)[0] ?? ''),
);

const isMasked = ({ holder, end, name }: (typeof spreads)[number]): boolean => {
  const ofHolder = types.filter((type) => new RegExp(`^${holder}${end} =`).test(type));
  const mask = `'${name}Fragment': ${name}Fragment`;
  return ofHolder.length > 0 && ofHolder.every((type) => type.includes(mask));
};

it('masks every fragment: the types of whoever spreads it do not hold its fields', () => {
  expect(spreads.length).toBeGreaterThan(150);
  expect(spreads.filter(({ file }) => file.startsWith('web/student/')).length).toBeGreaterThan(10);
  expect(spreads.filter((spread) => !isMasked(spread))).toEqual([]);
  expect(definitions.filter(({ file }) => readFileSync(file, 'utf8').includes('@unmask'))).toEqual([]);
});

it('leaves no call that reads a mask in the bundle, so that a mask costs a visitor nothing', async () => {
  const bundle = async (plugins: Plugin[]): Promise<string> => {
    const input = 'web/student/features/entry/opened-path.ts';
    const rolldownOptions = { input, preserveEntrySignatures: 'strict' } as const;
    const options = { write: false, minify: false, rolldownOptions } as const;
    const built = await build({ configFile: false, logLevel: 'silent', plugins, build: options });
    return 'output' in built ? built.output.map((file) => ('code' in file ? file.code : '')).join('') : '';
  };
  expect(await bundle([])).toMatch(/unmask\(opened\)/);
  expect(await bundle([plainMasks()])).toMatch(/= opened;|\(opened\)/);
  expect(await bundle([plainMasks()])).not.toMatch(/unmask/);
});

it('masks the row of every list of staff’s from the page that asks for it', () => {
  const rows = spreads.map(({ holder, name }) => `${holder}: ${name}`);
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
