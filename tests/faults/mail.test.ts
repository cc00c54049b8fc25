import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forgotPassword, passwordLink } from '#schema/rest/auth.ts';
import { addStaff, send } from '#tests/api/school.ts';
import { mailsTo, tokenIn } from '#tests/api/mail-box.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { freePort } from '#tests/support/ports.ts';
import { ownWorld } from '#tests/support/world.ts';

const port = await freePort();
const world = ownWorld({ gateway: false, api: { smtpUrl: `smtp://127.0.0.1:${port}` } });

test('while the mail server is down answers stay the same, and the mail arrives once it is back', async () => {
  const { email } = await addStaff(world, { role: 'Teacher' });
  for (const address of [email, 'nobody@school.test']) {
    const answer = await send(world, forgotPassword, { body: { email: address } }).expect(202);
    expect(answer.body).toEqual({ validHours: 24 });
  }
  const failed = sql`select last_error from graphile_worker.jobs where task_identifier = 'mailAccountLink' and attempts > 0 and locked_at is null`;
  const errors = async () => (await world.services.db.execute(failed)).rows;
  // What failed is kept without the words of the error, which may hold addresses.
  await expect.poll(errors, { timeout: 60_000 }).toEqual([{ last_error: 'Error' }]);

  const server = await startMailServer(port);
  try {
    const [mail] = await mailsTo(server, email, 1);
    await send(world, passwordLink, { query: { token: tokenIn(mail) } }).expect(200);
  } finally {
    await server.close();
  }
});
