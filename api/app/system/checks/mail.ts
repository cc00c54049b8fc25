import { checkServerIdentity as checkIdentity, type PeerCertificate } from 'node:tls';
import { createTransport } from 'nodemailer';
import type { Settings } from '#api/ground/settings/settings.ts';
import { found, reasonOf } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';
import { lastingFinding } from './certificates.ts';

const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };

/** Connects to the mail server and signs in there; nothing is sent. Tells how long its certificate lasts, where it has one. */
export async function checkMail({ smtpUrl }: Pick<Settings, 'smtpUrl'>): Promise<readonly SystemCheck[]> {
  if (smtpUrl === undefined) return [found('mail', 'outboxOnly')];
  const server = new URL(smtpUrl).host;
  let endsAt: Date | undefined;
  // Node calls this for a certificate that a known authority has signed; with any other the check of the server fails.
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
