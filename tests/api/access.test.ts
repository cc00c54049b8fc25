import { beforeAll, describe, expect, test } from 'vitest';
import { type CallerKind, mayCall, roles } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, newStudentToken, problemOf, send, tokenOf } from './school.ts';

const callers: readonly CallerKind[] = [...roles, 'Student', 'Nobody'];

const world = keptApi();
let members: Map<string, Awaited<ReturnType<typeof addStaff>>>;

beforeAll(async () => {
  members = new Map(await Promise.all(roles.map(async (role) => [role, await addStaff(world, { role })] as const)));
});

// A fresh token each time: some operations end the session or the profile they are called with.
async function tokenFor(caller: CallerKind): Promise<string | undefined> {
  if (caller === 'Nobody') return undefined;
  const member = members.get(caller);
  return member ? tokenOf(world, member) : newStudentToken(world);
}

test('who may call what is as it was looked at last', async () => {
  const lines = contract.map(({ name, access }) => {
    const allowed = callers.filter((caller) => mayCall(caller, access));
    return `${name}: ${allowed.join(', ')}`;
  });
  // A new operation's line is written by `npm test -- tests/api/access.test.ts --update`, and read before it is kept.
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('access.txt');
});

describe.each(contract.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test.each(callers)('for %s', async (caller) => {
    const sent = send(world, operation, { token: await tokenFor(caller) });
    if (mayCall(caller, operation.access)) {
      const { status } = await sent;
      // Nothing else was sent, so a rule or an unknown id may refuse it: the gate itself did not.
      expect([200, 201, 204, 400, 404]).toContain(status);
    } else await problemOf(sent, caller === 'Nobody' ? 401 : 403);
  });

  test('with a token that is no longer good', async () => {
    const { status } = await send(world, operation, { token: 'old' });
    if (operation.access.kind === 'anyone') expect([200, 400, 404]).toContain(status);
    else expect(status).toBe(401);
  });
});
