import { TLSSocket } from 'node:tls';
import { Client } from 'pg';
import type { Settings } from '#api/ground/settings/settings.ts';
import { found } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';

const [endsSoonDays, endsNowDays] = [21, 5];
const dayMs = 86_400_000;

/** The finding about a certificate's remaining time. */
export function lastingFinding(
  check: 'certificate' | 'databaseCertificate' | 'mailCertificate',
  endsAt: Date,
  now = Date.now(),
): SystemCheck {
  const days = Math.floor((endsAt.getTime() - now) / dayMs);
  if (days < 0) return found(check, 'ended', { days: -days });
  if (days < endsNowDays) return found(check, 'endsNow', { days });
  return found(check, days < endsSoonDays ? 'endsSoon' : 'ok', { days });
}

/** Checks the certificate of the database when the connection is encrypted, trusted or not. */
export async function checkDatabaseCertificate({
  databaseUrl,
}: Pick<Settings, 'databaseUrl'>): Promise<readonly SystemCheck[]> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'manabook check' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { stream } = client.connection;
    if (!(stream instanceof TLSSocket)) return [];
    return [lastingFinding('databaseCertificate', new Date(stream.getPeerCertificate().valid_to))];
  } finally {
    await client.end();
  }
}
