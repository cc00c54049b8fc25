import { networkInterfaces } from 'node:os';
import { z } from 'zod';
import type { Settings } from './settings.ts';
import { terminalQr } from './terminal-qr.ts';

/** What the API says once it serves: what the demo school has to show, if there is one. */
export const ReadyMessage = z.object({
  type: z.literal('ready'),
  demo: z
    .object({
      accounts: z.array(z.object({ email: z.string(), role: z.string() })),
      password: z.string(),
      classUrl: z.string(),
      className: z.string(),
    })
    .nullable(),
});
export type Demo = z.infer<typeof ReadyMessage>['demo'];

interface Welcome {
  readonly settings: Settings;
  readonly demo: Demo;
  readonly dev: boolean;
}

/** The lines that tell whoever started Manabook what to do with it. */
export async function welcome({ settings, demo, dev }: Welcome): Promise<string> {
  const lines = ['', `Manabook is ready: ${settings.publicUrl}`, ''];
  if (demo) {
    const width = Math.max(...demo.accounts.map(({ role }) => role.length));
    lines.push(`Staff sign in at ${settings.publicUrl}/login, password ${demo.password}`);
    for (const { email, role } of demo.accounts) lines.push(`  ${role.padEnd(width)}  ${email}`);
    lines.push('', `Students of "${demo.className}" open`, `  ${demo.classUrl}`, '');
    lines.push(await terminalQr(demo.classUrl, { colours: process.stdout.isTTY }), '');
  }
  lines.push(
    ...reachLines(settings),
    dev ? 'Sources are watched. Ctrl-C stops everything.' : 'Ctrl-C stops everything.',
  );
  return lines.join('\n');
}

// A QR code that says "localhost" is of no use to the tablet that scans it.
function reachLines({ publicUrl, port, host }: Settings): string[] {
  const { hostname } = new URL(publicUrl);
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return [];
  const address = Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address;
  if (!address) return [];
  const closed = host && ['localhost', '127.0.0.1', '::1'].includes(host);
  const opened = closed ? `HOST=0.0.0.0 PUBLIC_URL` : 'PUBLIC_URL';
  return [
    ...(closed ? ['Only this machine can open it.'] : []),
    `To open it on other devices, start it as: ${opened}=http://${address}:${port} npm start`,
  ];
}
