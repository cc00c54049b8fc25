import { readdirSync, readFileSync } from 'node:fs';
import { Kind, OperationTypeNode, parse, visit } from 'graphql';
import { expect, it } from 'vitest';
import { sourceFiles } from '#tests/support/source-files.ts';

const documents = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.graphql'))
  .map((name) => ({ name: name.replaceAll('\\', '/'), document: parse(readFileSync(`web/${name}`, 'utf8')) }));

/** The names under which an answer holds its fields, but those of a mutation's root: who sends one may want no answer. */
function selectedNames(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, document } of documents)
    for (const definition of document.definitions)
      visit(definition, {
        Field(field, _key, _parent, path) {
          const isRoot = definition.kind === Kind.OPERATION_DEFINITION && path.length === 3;
          if (isRoot && definition.operation === OperationTypeNode.MUTATION) return;
          const key = (field.alias ?? field.name).value;
          found.set(`${name.split('/')[0]}/${key}`, [...(found.get(`${name.split('/')[0]}/${key}`) ?? []), name]);
        },
      });
  return found;
}

/** By what the cache knows an entity. */
const ofTheCache = ['id'];

it('no operation of the web app asks for a field that no code of its room reads', () => {
  const code = sourceFiles('web').filter(({ path }) => !path.includes('.generated.'));
  const wordsOf = (room: string) =>
    new Set(
      code
        .filter(({ path }) => path.startsWith(`web/${room}/`) || path.startsWith('web/shared/'))
        .flatMap(({ text }) => text.match(/\w+/g) ?? []),
    );
  const words: Readonly<Record<string, ReadonlySet<string>>> = {
    staff: wordsOf('staff'),
    student: wordsOf('student'),
    shared: wordsOf(''),
  };
  const selected = [...selectedNames()];
  expect(selected.length).toBeGreaterThan(300);
  const unread = selected.filter(([place]) => {
    const [room = '', key = ''] = place.split('/');
    return !ofTheCache.includes(key) && !words[room]?.has(key);
  });
  expect(unread.map(([key, names]) => `${key} in ${[...new Set(names)].join(', ')}`)).toEqual([]);
});
