import { expect } from 'vitest';
import type { Email } from 'postal-mime';
import type { MailServer } from '#tests/support/mail-server.ts';

const patience = { timeout: 60_000 };

/** Waits for a number of mails to a person. */
export async function mailsTo({ mails }: Pick<MailServer, 'mails'>, address: string, count: number): Promise<Email[]> {
  const got = () => mails.filter(({ to }) => to?.some((one) => one.address === address));
  await expect.poll(() => got().length, patience).toBe(count);
  return got();
}

/** The token in a mail's link. */
export function tokenIn(mail: Email | undefined): string {
  const [, token] = /#token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  if (token === undefined) throw new Error('the mail holds no link');
  return token;
}
