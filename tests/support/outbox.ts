import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { patience } from './patience.ts';
import type { World } from './world.ts';

/** The address behind the button of the newest mail to somebody; waits until the mail is there. */
export async function mailedLink({ services }: World, to: string, known: readonly string[] = []): Promise<string> {
  const folder = join(services.settings.dataDir, 'outbox');
  const until = Date.now() + patience;
  while (Date.now() < until) {
    const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    for (const name of files.reverse()) {
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      const link = /https?:\/\/\S+#token=[\w-]+/.exec(mail.text ?? '')?.[0];
      if (link !== undefined && mail.to?.[0]?.address === to && !known.includes(link)) return link;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail with a link came for ${to}`);
}
