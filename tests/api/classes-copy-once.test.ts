import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classes } from '#api/ground/db/schema.ts';
import { copyClass, copyClasses } from '#schema/rest/class-copies.ts';
import { deleteClass } from '#schema/rest/classes.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeSchools, problemOf, send, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
beforeAll(async () => {
  school = await makeSchools(world);
});

const sent = (who: Who, id: string, body: object = {}) =>
  send(world, copyClass, { token: school.tokens[who], params: { id }, body });
const copy = (who: Who, id: string, body: object = {}) => answerOf(copyClass, sent(who, id, body));
const bulk = (ids: readonly string[], body: object) =>
  answerOf(copyClasses, send(world, copyClasses, { token: school.tokens.owner, body: { ids, ...body } }));
const aSource = () => school.created('owner', {});
const countClasses = () => world.services.db.$count(classes);

describe('a copy with an idempotency key', () => {
  test('is made once, though it is asked for twice, later and ten times at the same moment', async () => {
    const { id } = await aSource();
    const body = { idempotencyKey: newId() };
    const made = await copy('owner', id, body);
    expect(made.class?.id).toBeDefined();
    const before = await countClasses();
    expect((await copy('owner', id, body)).class?.id).toBe(made.class?.id);
    expect(await countClasses()).toBe(before);

    const next = { idempotencyKey: newId() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => copy('owner', id, next)));
    expect(new Set(answers.map((answer) => answer.class?.id)).size).toBe(1);
    expect(await countClasses()).toBe(before + 1);
  });

  test('is another for another key, another person, another class and without a key', async () => {
    const [one, two] = [(await aSource()).id, (await aSource()).id];
    const idempotencyKey = newId();
    const copies = [
      await copy('owner', one, { idempotencyKey }),
      await copy('admin', one, { idempotencyKey }),
      await copy('owner', two, { idempotencyKey }),
      await copy('owner', one, { idempotencyKey: newId() }),
      await copy('owner', one),
    ];
    expect(new Set(copies.map((answer) => answer.class?.id)).size).toBe(5);
    const dry = await copy('owner', one, { idempotencyKey, dryRun: true });
    expect(dry.class).toBeNull();
  });

  test('brings those of several classes that an earlier call made, and copies the others', async () => {
    const ids = [(await aSource()).id, (await aSource()).id];
    const key = { idempotencyKey: newId() };
    const [first] = (await bulk(ids.slice(0, 1), key)).copies;
    const { copies } = await bulk(ids, key);
    expect(copies[0]?.class?.id).toBe(first?.class?.id);
    expect(copies[1]?.class?.id).toBeDefined();
    const again = (await bulk(ids, key)).copies;
    expect(again.map((answer) => answer.class?.id)).toEqual(copies.map((answer) => answer.class?.id));
  });

  test('that was deleted is not made again, and a refused call leaves its key free', async () => {
    const { id } = await aSource();
    const body = { idempotencyKey: newId() };
    await problemOf(sent('owner', id, { ...body, className: '' }), 400);
    const made = await copy('owner', id, body);
    await send(world, deleteClass, { token: school.tokens.owner, params: { id: made.class?.id ?? '' } }).expect(204);
    await problemOf(sent('owner', id, body), 404);
    await problemOf(sent('owner', id, { idempotencyKey: 'x'.repeat(201) }), 400);
  });
});
