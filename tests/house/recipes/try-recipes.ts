import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { startApi } from '#api/app/start.ts';
import { createLog } from '#api/ground/log.ts';
import { createApp } from '#gateway/app.ts';
import { createLog as createGatewayLog } from '#gateway/log.ts';
import { readSettings } from '#gateway/settings.ts';
import { addStaff, addTextBook, tokenOf } from '#tests/api/school.ts';
import { graphql } from '#tests/support/people.ts';
import { freePort } from '#tests/support/ports.ts';
import { apiSettings } from '#tests/support/settings.ts';

/*
 * Runs in the copy of the tree that recipes.test.ts has changed: starts API and gateway on an empty database, and prints
 * what the new field and the new operation answer, as JSON. Arguments: the database's address.
 */
const [databaseUrl = ''] = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'manabook-recipes-'));
const settings = apiSettings({ databaseUrl, dataDir, demoData: false });
await prepareDatabase(settings, createLog('error'));
const api = await startApi(settings);
const port = await freePort();
const gateway = await createApp(
  readSettings({
    API_URL: api.url,
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'test',
    FREE_OPERATIONS: 'everyone',
  }),
  createGatewayLog('fatal'),
);
await gateway.start();
const world = { apiUrl: api.url, url: `http://127.0.0.1:${port}`, services: api.services, databaseUrl };

const { id: textBookId } = await addTextBook(world);
const token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
const teacher = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));

interface Unit {
  readonly id: string;
  readonly version: number;
}
async function ask(query: string, variables: object, bearer = token): Promise<Unit> {
  const { data, errors } = await graphql<Record<string, Unit>>(
    world,
    query,
    { ...variables },
    { authorization: `Bearer ${bearer}` },
  );
  const code = errors?.map(({ extensions }) => extensions.code).join();
  return Object.values(data ?? {})[0] ?? { id: code ?? 'nothing', version: 0 };
}

const unit = { number: 1, title: 'Unit 1', name: 'Hello!', languageFocus: 'Greetings', phonics: 'h' };
const create = 'mutation ($input: CreateLessonInput!) { createLesson(input: $input) { id version note } }';
const update = 'mutation ($input: UpdateLessonInput!) { updateLesson(input: $input) { id version note } }';
const withdraw = 'mutation ($id: ID!) { withdrawLesson(id: $id) { id version note publishedAt } }';
const read = 'query ($id: ID!) { lesson(id: $id) { id version note publishedAt } }';

const created = await ask(create, { input: { ...unit, textBookId, note: 'Bring the big book.' } });
const { id } = created;
const answers = {
  created,
  updated: await ask(update, {
    input: { ...unit, description: '', id, version: created.version, note: 'Bring the small book.' },
  }),
  refused: await ask(withdraw, { id }, teacher),
  withdrawn: await ask(withdraw, { id }),
  read: await ask(read, { id }),
};
process.stdout.write(`${JSON.stringify(answers)}\n`);

await gateway.stop();
await api.close();
await rm(dataDir, { recursive: true, force: true });
