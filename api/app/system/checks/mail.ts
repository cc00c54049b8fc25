import { checkServerIdentity as checkIdentity, type PeerCertificate } from 'node:tls';
import { createTransport } from 'nodemailer';
import type { Settings } from '#api/ground/settings/settings.ts';
import { found, reasonOf } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';
import { lastingFinding } from './certificates.ts';

const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };

/** Signs in to the mail server without sending a mail; reports the remaining time of its certificate. */
export async function checkMail({ smtpUrl }: Pick<Settings, 'smtpUrl'>): Promise<readonly SystemCheck[]> {
  if (smtpUrl === undefined) return [found('mail', 'outboxOnly')];
  const server = new URL(smtpUrl).host;
  let endsAt: Date | undefined;
  // Node calls this for trusted certificates only; others fail the check of the server.
  const checkServerIdentity = (host: string, certificate: PeerCertificate) => {
    endsAt = new Date(certificate.valid_to);
    return checkIdentity(host, certificate);
  };
  const transport = createTransport({ url: smtpUrl, ...patience, tls: { checkServerIdentity } });
  try {
    await transport.verify();
    return [found('mail', 'ok', { server }), ...(endsAt ? [lastingFinding('mailCertificate', endsAt)] : [])];
  } catch (error) {
    return [found('mail', 'failed', { server, reason: reasonOf(error) })];
  } finally {
    transport.close();
  }
}
