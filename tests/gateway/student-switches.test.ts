import { beforeAll, expect, test } from 'vitest';
import { aProfile, makePlace, type Place, tokenFor } from '#tests/api/samples/place.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { firstError, startGateway } from './start-gateway.ts';

const world = keptApi();
let place: Place;
beforeAll(async () => {
  place = await makePlace(world);
});

async function set(switches: string, token = '') {
  const gateway = await startGateway({ url: world.apiUrl });
  const query = `mutation { recordProgress(input: { switches: [${switches}] }) { switches { switch isOn } } }`;
  const answered = await gateway.graphql(query).set('authorization', `Bearer ${token}`);
  return answered.body as object;
}

test('a child sets its switches by their names; staff set none, and what is no switch is refused', async () => {
  const { token } = await aProfile(place);
  const off = '{ switch: FURIGANA, isOn: false, secondsAgo: 0 }';
  const switches = [{ switch: 'FURIGANA', isOn: false }];
  expect(await set(off, token)).toMatchObject({ data: { recordProgress: { switches } } });
  expect(firstError(await set(off, await tokenFor(place, 'Teacher')))).toMatchObject({
    extensions: { code: 'FORBIDDEN' },
  });
  for (const wrong of ['{ switch: VOLUME, isOn: true }', '{ switch: MUSIC, isOn: true, secondsAgo: -1 }'])
    expect(await set(wrong, token)).not.toHaveProperty('data.recordProgress.switches');
  expect(await set('', token)).toMatchObject({ data: { recordProgress: { switches } } });
});
