import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newHashCode } from '#api/ground/db/ids.ts';
import * as studentProfiles from '#schema/rest/student-profiles.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { type GreenBook, makeGreenBook } from './green-book.ts';

const world = keptApi();
let green: GreenBook;
beforeAll(async () => {
  green = await makeGreenBook(world.services.db);
});

const api = () => supertest(world.apiUrl);
const made = (device: string, body: object) =>
  answerOf(studentProfiles.createStudent, api().post('/api/Student').set('x-device', device).send(body));
const profilesOn = (device: string) =>
  answerOf(studentProfiles.deviceProfiles, api().get('/api/Device/profiles').set('x-device', device));
const remove = (token: string) => api().delete('/api/Student').set('authorization', `Bearer ${token}`).expect(204);
const join = (device: string, token: string) =>
  api()
    .put('/api/Student/class')
    .set({ authorization: `Bearer ${token}`, 'x-device': device })
    .send({ classHashCode: green.classes.running.classHashCode })
    .expect(204);

describe('the profiles of a device', () => {
  test('come back with tokens that act for them, each with the class it was in last', async () => {
    const device = newHashCode();
    const mio = await made(device, {
      name: 'みお',
      animal: 'owl',
      classHashCode: green.classes.running.classHashCode,
    });
    const ben = await made(device, { name: 'Ben', animal: 'fox' });
    const found = await profilesOn(device);
    expect(found.map(({ id, name, animal }) => ({ id, name, animal }))).toEqual(
      expect.arrayContaining([
        { id: mio.id, name: 'みお', animal: 'owl' },
        { id: ben.id, name: 'Ben', animal: 'fox' },
      ]),
    );
    expect(found.find(({ id }) => id === mio.id)?.lastClass?.id).toBe(green.classes.running.id);
    expect(found.find(({ id }) => id === ben.id)?.lastClass).toBeNull();
    const token = found.find(({ id }) => id === ben.id)?.token ?? '';
    await join(device, token);
    await remove(token);
    expect((await profilesOn(device)).map(({ id }) => id)).toEqual([mio.id]);
  });

  test('are those of no other device, and follow the child to the one it joins a class on', async () => {
    const [first, second] = [newHashCode(), newHashCode()];
    const { id, token } = await made(first, { name: 'Ada', animal: 'cat' });
    expect(await profilesOn(second)).toEqual([]);
    await join(second, token);
    expect((await profilesOn(second)).map((profile) => profile.id)).toEqual([id]);
    expect(await profilesOn(first)).toEqual([]);
  });

  test.each(['', 'short', 'x'.repeat(65), "' or true --", 'あ'.repeat(22)])(
    'are none for the name %j',
    async (name) => {
      await made(newHashCode(), { name: 'Kai', animal: 'dog' });
      expect(await profilesOn(encodeURIComponent(name))).toEqual([]);
      expect(await answerOf(studentProfiles.deviceProfiles, api().get('/api/Device/profiles'))).toEqual([]);
    },
  );

  test('are the thirty last used', async () => {
    const device = newHashCode();
    for (let index = 0; index < 32; index += 1) await made(device, { name: `Child ${index}`, animal: 'bear' });
    expect(await profilesOn(device)).toHaveLength(30);
  });
});
