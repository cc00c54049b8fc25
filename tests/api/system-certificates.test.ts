import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { TLSSocket } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { checkDatabaseCertificate, lastingFinding } from '#api/app/system/checks/certificates.ts';
import { checkMail } from '#api/app/system/checks/mail.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { certificate, key } from './self-signed.ts';

const world = keptApi();

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A TLS proxy in front of the database, like a managed service's entrance. */
const entrance = (host: string, port: number) =>
  createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      const encrypted = new TLSSocket(socket, { isServer: true, key, cert: certificate });
      const database = connect(port, host);
      encrypted.on('error', () => database.destroy());
      encrypted.pipe(database).pipe(encrypted);
    });
  });

test('a certificate is a warning three weeks before its end, and a problem in its last days', () => {
  const now = Date.now();
  const ending = (days: number) => lastingFinding('certificate', new Date(now + days * 86_400_000), now).finding;
  expect([60, 20, 3, -1].map(ending)).toEqual(['ok', 'endsSoon', 'endsNow', 'ended']);
});

test('the database shows its certificate where the way to it is encrypted', async () => {
  expect(await checkDatabaseCertificate({ databaseUrl: world.databaseUrl })).toEqual([]);
  const url = new URL(world.databaseUrl);
  url.port = String(await listening(entrance(url.hostname, Number(url.port))));
  url.hostname = '127.0.0.1';
  url.searchParams.set('sslmode', 'no-verify');
  const [finding] = await checkDatabaseCertificate({ databaseUrl: url.href });
  expect(finding).toMatchObject({ check: 'databaseCertificate', finding: 'ok', state: 'right' });
  // It was made for a hundred years.
  expect(Number(finding?.values.find(({ name }) => name === 'days')?.value)).toBeGreaterThan(30_000);
});

test.each([
  ['from the first byte', true],
  ['after STARTTLS', false],
])('the mail server shows its certificate where it is spoken to in TLS %s', async (_, secure) => {
  const mail = new SMTPServer({ secure, key, cert: certificate, authOptional: true });
  mail.on('error', () => {});
  const port = await listening(mail.server);
  const known = `?tls.ca=${encodeURIComponent(certificate)}`;
  const smtpUrl = `${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`;
  expect(await checkMail({ smtpUrl: `${smtpUrl}${known}` })).toMatchObject([
    { check: 'mail', finding: 'ok' },
    { check: 'mailCertificate', finding: 'ok', state: 'right' },
  ]);
  // No authority has signed it.
  expect(await checkMail({ smtpUrl })).toMatchObject([{ check: 'mail', finding: 'failed', state: 'wrong' }]);
});
