import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { FinalFailure } from '#api/ground/jobs/job.ts';
import { messageOf } from '#api/ground/message-of.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { htmlLanguage } from '#schema/languages.ts';
import { html, type Letter, plainText } from './letter.ts';

/** Sends one mail or rejects; the job retries, unless there is no such address (`FinalFailure`). */
export interface Mailer {
  send(letter: Letter): Promise<void>;
}

export function createMailer(settings: Settings, logger: Logger): Mailer {
  return settings.smtpUrl === undefined ? outbox(settings, logger) : smtp(settings, settings.smtpUrl);
}

const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

function smtp(settings: Settings, url: string): Mailer {
  const transport = createTransport({ url, ...waits });
  return {
    async send(letter) {
      await transport.sendMail(message(letter, settings)).catch((error: unknown) => {
        if (refusesAddress(error)) throw new AddressRefused(messageOf(error), { cause: error });
        throw error;
      });
    },
  };
}

/** The mail server says that there is no such address. */
class AddressRefused extends FinalFailure {}

// A relay that is not allowed, or a policy (5.7), is a fault of the settings: the mail is still wanted when it is fixed.
function refusesAddress(error: unknown): boolean {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error && 'response' in error)) return false;
  return (
    error.command === 'RCPT TO' &&
    [550, 551, 553, 556].includes(Number(error.responseCode)) &&
    !/^\d+[ -]5\.7\.|relay|authenticat/i.test(String(error.response))
  );
}

// Without a mail server, mails are files. A mail's link opens an account, so the log names the file, not the link.
function outbox(settings: Settings, logger: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const folder = join(settings.dataDir, 'outbox');
  return {
    async send(letter) {
      const { message: text } = await transport.sendMail(message(letter, settings));
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${letter.id}.eml`);
      // The file gets its name when it is complete, so that no reader sees half a mail.
      await writeFile(`${file}.part`, text, { mode: 0o600 });
      await rename(`${file}.part`, file);
      logger.info({ file }, 'mail written to the outbox, as SMTP_URL is not set');
    },
  };
}

function message(letter: Letter, { mailFrom, publicUrl }: Settings) {
  return {
    from: mailFrom,
    to: letter.to,
    subject: letter.subject,
    text: plainText(letter),
    html: html(letter),
    messageId: `<${letter.id}@${new URL(publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': htmlLanguage(letter.language) },
    // The content must not make nodemailer read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
