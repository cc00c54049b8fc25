import { expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { readSettings } from '#api/ground/settings/settings.ts';
import { forgotPassword } from '#schema/rest/auth.ts';
import { createUser } from '#schema/rest/users.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { addStaff, send, tokenOf } from './school.ts';

/** Runs an API that was started with this environment. */
async function withApi(environment: Record<string, string>, run: (world: World) => Promise<void>): Promise<void> {
  const { emailTopLevelMaximum } = readSettings({ DATABASE_URL: 'postgres://elsewhere', ...environment });
  const world = await startWorld({ gateway: false, api: { emailTopLevelMaximum } });
  try {
    await run(world);
  } finally {
    await world.close();
  }
}

const person = (topLevel: string) => ({
  email: `${newId()}@school.${topLevel}`,
  firstName: 'Aya',
  lastName: 'Mori',
  role: 'Teacher',
});

test('by default a top-level part of more than four characters is refused', () =>
  withApi({}, async (world) => {
    const token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
    await answerOf(createUser, send(world, createUser, { token, body: person('info') }));
    const refusal = await problemOf(send(world, createUser, { token, body: person('academy') }), 400);
    expect(refusal.errors).toEqual({ email: ['messages.invalidEmail'] });
    await problemOf(send(world, forgotPassword, { body: { email: 'a@b.academy' } }), 400);
  }));

test('EMAIL_TOP_LEVEL_MAX=24 lets a school under .academy in, and no longer one', () =>
  withApi({ EMAIL_TOP_LEVEL_MAX: '24' }, async (world) => {
    const token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
    const body = person('academy');
    const made = await answerOf(createUser, send(world, createUser, { token, body }));
    expect(made.email).toBe(body.email);
    await answerOf(createUser, send(world, createUser, { token, body: person('x'.repeat(24)) }));
    const refusal = await problemOf(send(world, createUser, { token, body: person('x'.repeat(25)) }), 400);
    expect(refusal.errors).toEqual({ email: ['messages.invalidEmail'] });
    await send(world, forgotPassword, { body: { email: body.email } }).expect(202);
  }));
