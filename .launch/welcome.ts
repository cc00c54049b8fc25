import { networkInterfaces } from 'node:os';
import { z } from 'zod';
import type { Settings } from './settings.ts';
import { terminalQr } from './terminal-qr.ts';

/** The API's message when it serves: what its database holds (api/app/setup/at-start.ts). */
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
  demoSignIn: z.boolean(),
  demoEnded: z.boolean(),
  firstRun: z.string().nullable(),
});
export type Found = Omit<z.infer<typeof ReadyMessage>, 'type'>;

/** The values for an external API. */
export const nothingFound: Found = { demo: null, demoSignIn: false, demoEnded: false, firstRun: null };

interface Welcome {
  readonly settings: Settings;
  readonly found: Found;
  readonly dev: boolean;
}

/** The lines that tell whoever started Manabook what to do with it. */
export async function welcome({ settings, found, dev }: Welcome): Promise<string> {
  const { demo, demoSignIn, demoEnded, firstRun } = found;
  const lines = ['', `Manabook is ready: ${settings.publicUrl}`, ''];
  if (firstRun !== null) lines.push(firstRunLine(firstRun), '');
  if (demoEnded) lines.push(DEMO_ENDED, '');
  if (demo) {
    const width = Math.max(...demo.accounts.map(({ role }) => role.length));
    if (demoSignIn) {
      lines.push(`Staff sign in at ${settings.publicUrl}/login, password ${demo.password}`);
      for (const { email, role } of demo.accounts) lines.push(`  ${role.padEnd(width)}  ${email}`);
    } else lines.push(DEMO_CLOSED);
    lines.push('', `Students of "${demo.className}" open:`, `  ${demo.classUrl}`, '');
    lines.push(await terminalQr(demo.classUrl, { colours: process.stdout.isTTY }), '');
  }
  lines.push(
    ...reachLines(settings),
    dev ? 'Watching the sources. Ctrl-C stops everything.' : 'Ctrl-C stops everything.',
  );
  return lines.join('\n');
}

/** The line with the link that sets up a new school. */
export const firstRunLine = (link: string): string =>
  `This school is not set up yet. Set it up in a browser, within a day (the link works once):\n  ${link}\nor in a terminal: npm run setup`;

const DEMO_CLOSED =
  'Demo accounts cannot sign in here: their password is public, and PUBLIC_URL is not this machine. To allow it, set DEMO_SIGN_IN=on.';

const DEMO_ENDED =
  'The demo school is still in the database, but DEMO_DATA=off: its accounts cannot sign in. To remove it and set up your own school: npm run setup';

// A QR code with "localhost" is useless for a tablet.
function reachLines({ publicUrl, port, host, demoData }: Settings): string[] {
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
    `To open it on other devices, start with: ${opened}=http://${address}:${port} npm start`,
    ...(demoData === 'on' ? ['Demo accounts can sign in there only with DEMO_SIGN_IN=on.'] : []),
  ];
}
