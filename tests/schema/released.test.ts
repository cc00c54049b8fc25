import { readFile } from 'node:fs/promises';
import { buildSchema, findBreakingChanges } from 'graphql';
import { semanticToStrict } from 'graphql-sock';
import { expect, test } from 'vitest';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { releasedSdl } from '#tests/support/schema-fixtures.ts';

/** What breaks operations that worked with the SDL of the last release, in graphql-js's words. */
async function breakingChanges(changed: (sdl: string) => string): Promise<string[]> {
  const released = buildSchema(changed(await readFile(releasedSdl, 'utf8')));
  const changes = findBreakingChanges(semanticToStrict(released), semanticToStrict(loadSchema('.')));
  return changes.map(({ description }) => description);
}

test('the changelog names whatever the SDL no longer has or has in another shape, and says what to ask instead', async () => {
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  const untold = (await breakingChanges((sdl) => sdl)).filter((change) => !changelog.includes(change));
  expect(untold).toEqual([]);
});

test('a field that is gone would be found', async () => {
  const changes = await breakingChanges((sdl) => sdl.replace('type Class {', 'type Class {\n  nickname: String'));
  expect(changes).toContain('Class.nickname was removed.');
});
