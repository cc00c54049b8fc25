import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type CallerKind, mayCall, roles } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import { audioFiles } from '#schema/rest/media.ts';
import { userImportById } from '#schema/rest/user-files.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePlace, type Place, tokenFor } from '../samples/place.ts';
import { rightCall } from '../samples/samples.ts';
import { send } from '../school.ts';
import { textsFor } from './texts.ts';
import { wrongsIn } from './wrongs.ts';

const world = keptApi();
let place: Place;
beforeAll(async () => {
  place = await makePlace(world);
});

const withFiles = contract.filter(({ form }) => form?.files);
const everyone: readonly CallerKind[] = [...roles, 'Student'];
const answer = z.looseObject({ id: z.string().nullish(), fileName: z.string().optional() });

/** The stored form of a name: without folders and invisible characters, at most 200 characters. */
function shown(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, 200) || 'file'
  );
}

// A prepared file's ending is that of its kind.
const stem = (name: string): string => name.replace(/\.[^.]{0,10}$/, '') || 'file';

describe.each(withFiles.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
  test('takes a file of any name, and keeps what it is called', async () => {
    const caller = everyone.find((each) => mayCall(each, operation.access)) ?? 'Nobody';
    const token = await tokenFor(place, caller);
    const wrong: string[] = [];
    for (const fileName of textsFor(name, 'closed')) {
      const { response, right } = await sendNamed({ caller, token, fileName });
      wrong.push(...wrongsIn(response, { operation, part: 'fields', fields: ['the file’s name'] }, fileName));
      const { id, fileName: returned } = answer.parse(response.body);
      if (returned === undefined) continue;
      const wanted = name === 'importUsers' ? shown(fileName) : stem(shown(fileName));
      const same = name === 'importUsers' ? returned : stem(returned);
      if (same !== wanted) wrong.push(`${JSON.stringify(fileName)} came back as ${JSON.stringify(returned)}`);
      const kept = await keptName(name, { id, token, ...right });
      if (kept !== undefined && kept !== returned)
        wrong.push(`${JSON.stringify(returned)} is kept as ${JSON.stringify(kept)}`);
    }
    expect(wrong).toEqual([]);
  });

  async function sendNamed({ caller, token, fileName }: Named) {
    const right = await rightCall(operation, place, caller);
    const form = new FormData();
    for (const [field, value] of Object.entries(right.fields ?? {})) form.append(field, value);
    for (const [field, { content }] of Object.entries(right.files ?? {}))
      form.append(field, new Blob([new Uint8Array(content)]), fileName);
    const headers = {
      authorization: `Bearer ${right.token ?? token}`,
      'x-forwarded-for': `10.1.${randomInt(256)}.${randomInt(256)}`,
    };
    const path = operation.path.replace(/\{(\w+)\}/g, (_, part: string) => right.params?.[part] ?? '');
    const sent = await fetch(`${world.apiUrl}/api${path}`, { method: operation.method, headers, body: form });
    const text = await sent.text();
    const body: unknown = JSON.parse(text);
    return { right, response: { status: sent.status, text, body, headers: Object.fromEntries(sent.headers) } };
  }
});

interface Named {
  readonly caller: CallerKind;
  readonly token: string | undefined;
  readonly fileName: string;
}

/** The name as a later GET tells it, where one does. */
async function keptName(name: string, { id, token }: { id?: string | null; token?: string }) {
  if (name === 'importUsers' && id) {
    const found = await send(world, userImportById, { token, params: { id } }).expect(200);
    return answer.parse(found.body).fileName;
  }
  if (name !== 'uploadPushAndListenAudio') return undefined;
  const { body } = (await send(world, audioFiles, { token }).expect(200)) as { body: unknown };
  return z
    .object({ items: z.array(answer) })
    .parse(body)
    .items.find((one) => one.id === id)?.fileName;
}
