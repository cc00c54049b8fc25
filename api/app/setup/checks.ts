import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createLog } from '#api/ground/log.ts';
import { createMailer } from '#api/ground/mail/mailer.ts';
import { loadMailWords } from '#api/ground/mail/words.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { openStorage, prepareStorage } from '#api/ground/storage/open-storage.ts';
import type { Language } from '#schema/languages.ts';
import { messageOf } from '#api/ground/message-of.ts';

/** Checks that the host name of the public address resolves; throws with a message for people. */
export async function checkAddress(publicUrl: string): Promise<void> {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return;
  await lookup(host).catch(() => {
    throw new Error(`PUBLIC_URL: the name ${host} was not found. Add it to your DNS, or choose another.`);
  });
}

/** Stores, reads and removes an object; throws with a message for people. */
export async function checkStorage(settings: Settings): Promise<void> {
  const place = settings.s3 ? `the bucket ${settings.s3.bucket}` : `the media folder in ${settings.dataDir}`;
  const sent = Buffer.from(randomUUID());
  const key = `setup-check-${sent.toString()}`;
  try {
    await prepareStorage(settings);
    const storage = await openStorage(settings, sent.toString());
    await storage.put(key, Readable.from([sent]));
    const read = await buffer(await storage.open(key));
    await storage.remove(key);
    if (!read.equals(sent)) throw new Error('what was read is not what was written');
  } catch (error) {
    throw new Error(`Storage: ${place} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

/** Sends a test mail; throws with a message for people. */
export async function checkMail(settings: Settings, to: { name: string; address: string; language: Language }) {
  const say = (await loadMailWords(settings))[to.language];
  try {
    await createMailer(settings, createLog('silent', { service: 'api' })).send({
      id: `setup-${randomUUID()}`,
      to,
      language: to.language,
      subject: say('testSubject'),
      greeting: say('greeting', { name: to.name }),
      before: [say('testText')],
      button: say('testButton'),
      link: settings.publicUrl,
      after: [],
    });
  } catch (error) {
    throw new Error(`SMTP_URL: could not send an email to ${to.address}: ${messageOf(error)}`, { cause: error });
  }
}
