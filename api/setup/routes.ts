import { isCommonPassword } from '#api/auth/common-passwords.ts';
import { linkInvalid } from '#api/auth/find-link.ts';
import { createLinkLimits } from '#api/auth/link-limits.ts';
import { hashPassword } from '#api/auth/passwords.ts';
import { openSession } from '#api/auth/sessions.ts';
import { installation } from '#api/db/schema.ts';
import { demoPassword } from '#api/demo/accounts.ts';
import { invalid } from '#api/http/problems.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import { firstRun, setUpSchool } from '#schema/rest/setup.ts';
import { assertFirstRun, firstRunEnd } from './first-run.ts';
import { holdInstallation, setUp } from './set-up.ts';

/** The page that sets a school up, which the printed one-time link opens. */
export function setupRoutes(services: Services): Route[] {
  const { db, settings } = services;
  const { unknownTokens } = createLinkLimits(services.pool);

  async function endOf(token: string, address: string, status: 400 | 404): Promise<Date> {
    await unknownTokens.assertOpen(address);
    const [row] = await db.select().from(installation);
    const end = row && firstRunEnd(row, token);
    if (end) return end;
    await unknownTokens.take(address);
    throw linkInvalid(status);
  }

  return [
    route(firstRun, async ({ query, address }) => ({
      expiresAt: (await endOf(query.token, address, 404)).toISOString(),
      publicUrl: settings.publicUrl,
      timeZone: settings.timeZone,
      sendsMail: settings.smtpUrl !== undefined,
    })),

    route(setUpSchool, async ({ body, address, requestId }) => {
      const { token, password, confirmPassword: _, ...values } = body;
      await endOf(token, address, 400);
      if (password === demoPassword || isCommonPassword(password, values))
        throw invalid({ password: ['messages.passwordTooCommon'] });
      const passwordHash = await hashPassword(password);
      const account = await db.transaction(async (tx) => {
        const held = await holdInstallation(tx);
        assertFirstRun(held, token);
        return setUp(tx, { held, values, passwordHash, requestId });
      });
      return openSession(services, account, false);
    }),
  ];
}
