import { text, url, wholeNumber } from '../kinds.ts';
import { behind } from '../readers.ts';
import type { Setting } from '../setting.ts';

/** The mail server, and the validity of links in mails. */
export const mail = {
  SMTP_URL: {
    ...url('the address of a mail server, such as smtps://user:password@host', /^smtps?$/),
    secret: true,
    readBy: behind,
    means: 'the mail server; unset: mails are files in `DATA_DIR/outbox`',
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
    means: 'the hours for which a link to set a password is valid',
  },
  INVITATION_DAYS: {
    ...wholeNumber(1, 365),
    standard: '30',
    readBy: behind,
    means: 'the days for which an invitation is valid',
  },
} as const satisfies Record<string, Setting>;
