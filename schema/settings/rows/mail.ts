import { text, url, wholeNumber } from '../kinds.ts';
import { behind } from '../readers.ts';
import type { Setting } from '../setting.ts';

/** How mail is sent, and how long its links work. */
export const mail = {
  SMTP_URL: {
    ...url('the address of a mail server, such as smtps://user:password@host', /^smtps?$/),
    secret: true,
    readBy: behind,
    means: 'the mail server; without it mails are files in `DATA_DIR/outbox`',
  },
  MAIL_FROM: {
    ...text('a sender, such as Manabook <no-reply@example.org>', 3),
    readBy: behind,
    means: 'the sender of mails',
  },
  RESET_LINK_HOURS: {
    ...wholeNumber(1, 720),
    standard: '24',
    readBy: behind,
    means: 'hours for which a link to set a password works',
  },
  INVITATION_DAYS: {
    ...wholeNumber(1, 365),
    standard: '30',
    readBy: behind,
    means: 'days for which an invitation works',
  },
} as const satisfies Record<string, Setting>;
