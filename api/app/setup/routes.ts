import { hashPassword } from '#api/domains/auth/passwords.ts';
import { linkInvalid } from '#api/domains/auth/account-links.ts';
import { createLinkLimits } from '#api/domains/auth/link-limits.ts';
import { openSession } from '#api/domains/auth/sessions.ts';
import { authInfoOf } from '#api/domains/auth/auth-info.ts';
import { installation } from '#api/ground/db/schema.ts';
import { demoPassword } from '#api/domains/auth/demo-accounts.ts';
import { conflict, invalid } from '#api/ground/http/problems.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Services } from '#api/app/services.ts';
import { firstRun, setUpSchool } from '#schema/rest/setup.ts';
import { isGuessable } from '#schema/rules/guessable-password.ts';
import { schoolRules } from '#schema/rules/setup.ts';
import type { Environment } from '#schema/settings/read.ts';
import { canChoose, choicesOf, chosenSettings, isChosen, tryChosen } from './chosen.ts';
import { assertFirstRun, firstRunEnd } from './first-run.ts';
import { holdInstallation, setUp } from './set-up.ts';
import { writeSettings } from './write-settings.ts';

/** The API of the first-run page, which the one-time link opens. */
export function setupRoutes(services: Services): Route[] {
  const { db, settings, launcher, logger } = services;
  const { unknownTokens } = createLinkLimits(services);

  async function endOf(token: string, address: string, status: 400 | 404): Promise<Date> {
    await unknownTokens.assertOpen(address);
    const [row] = await db.select().from(installation);
    const end = row && firstRunEnd(row, token);
    if (end) return end;
    await unknownTokens.take(address);
    throw linkInvalid(status);
  }

  async function write(chosen: Environment): Promise<void> {
    if (launcher === undefined || Object.keys(chosen).length === 0) return;
    try {
      await writeSettings(launcher.env, { ...chosen, DEMO_DATA: 'off' });
    } catch (error) {
      logger.error({ err: error }, 'the settings file cannot be written');
      throw conflict(
        'messages.settingsNotWritten',
        'Couldn’t save the settings on the server, so nothing was set up. Use npm run setup instead.',
      );
    }
    launcher.restart();
  }

  return [
    route(firstRun, async ({ query, address }) => ({
      expiresAt: (await endOf(query.token, address, 404)).toISOString(),
      publicUrl: settings.publicUrl,
      timeZone: settings.timeZone,
      sendsMail: settings.smtpUrl !== undefined,
      // Only the host, since the address contains the password.
      mailServer: settings.smtpUrl === undefined ? null : new URL(settings.smtpUrl).hostname,
      bucket: settings.s3?.bucket ?? null,
      restarts: await canChoose(launcher),
      chooses: await choicesOf(services),
    })),

    route(setUpSchool, async ({ body, address, requestId }) => {
      const { token, password } = body;
      const school = schoolRules.parse(body);
      await endOf(token, address, 400);
      if (password === demoPassword || isGuessable(password, school))
        throw invalid({ password: ['messages.passwordTooCommon'] });
      const chosen = chosenSettings(body);
      await tryChosen({ services, values: body, chosen });
      const passwordHash = await hashPassword(password);
      const account = await db.transaction(async (tx) => {
        const installation = await holdInstallation(tx);
        assertFirstRun(installation, token);
        const user = await setUp(tx, {
          ...{ installation, values: school, passwordHash, requestId },
          newStore: isChosen(body.usesBucket),
        });
        // The settings are written before the school. A kill between the two leaves no account, and the next link shows
        // the written settings. The servers answer requests in progress before they restart, this one too.
        await write(chosen);
        return user;
      });
      const info = await authInfoOf(services, await openSession(services, account, { remembered: false }));
      // The servers restart with the zone that was chosen.
      return { ...info, timeZone: body.timeZone ?? info.timeZone };
    }),
  ];
}
