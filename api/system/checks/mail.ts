import { createTransport } from 'nodemailer';
import type { Settings } from '#api/settings.ts';
import { found, reasonOf } from '#api/system/finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';

const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };

/** Connects to the mail server and signs in there; nothing is sent. */
export async function checkMail({ smtpUrl }: Pick<Settings, 'smtpUrl'>): Promise<SystemCheck> {
  if (smtpUrl === undefined) return found('mail', 'outboxOnly');
  const server = new URL(smtpUrl).host;
  const transport = createTransport({ url: smtpUrl, ...patience });
  try {
    await transport.verify();
    return found('mail', 'ok', { server });
  } catch (error) {
    return found('mail', 'failed', { server, reason: reasonOf(error) });
  } finally {
    transport.close();
  }
}
