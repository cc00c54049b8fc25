import { join } from 'node:path';
import request from 'supertest';
import { test } from 'vitest';
import { json, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const root = process.cwd();

test('while developing, the sources are served and nothing else of the folder', async () => {
  const api = await startStandIn((_, response) => json(response, {}));
  const { url } = await startGateway(api, { root, dev: true });
  const file = (path: string) => request(url).get(`/@fs${join(root, path)}`);
  await file('schema/access.ts').expect(200);
  for (const path of [
    'package.json',
    'package.json?raw',
    'package.json?import&url',
    'api/app/main.ts',
    'tsconfig.json?raw',
  ])
    await file(path).expect(403);
});
