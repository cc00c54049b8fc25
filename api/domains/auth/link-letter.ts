import { type Letter, oneLine } from '#api/ground/mail/letter.ts';
import type { MailWords } from '#api/ground/mail/words.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { Role } from '#schema/access.ts';
import { type Language, localeOf } from '#schema/languages.ts';
import type { LinkPurpose } from '#schema/rest/auth.ts';
import { staffName } from '#schema/staff-name.ts';

type Name = Readonly<Record<'firstName' | 'lastName', string>>;

export interface LinkMail {
  /** The letter's own. */
  readonly id: string;
  readonly token: string;
  readonly purpose: LinkPurpose;
  readonly language: Language;
  readonly expiresAt: Date;
  /** The new e-mail, for a link that confirms one. */
  readonly email?: string | null;
  readonly person: Name & { readonly email: string; readonly role: Role };
  /** The member of staff who sent the link; null when the person requested it. */
  readonly sender: Name | null;
}

type LinkPage = Pick<LinkMail, 'purpose' | 'language' | 'token'>;

const pages: Record<LinkPurpose, string> = {
  invitation: 'set-password-via-invite',
  reset: 'set-password',
  email: 'confirm-email',
};

/**
 * The address in the mail. The token is in the fragment (#), which browsers never send, so no proxy logs it and no
 * referrer carries it. The page opens in the mail's language.
 */
export function linkAddress(publicUrl: string, { purpose, language, token }: LinkPage): string {
  return `${publicUrl}/${pages[purpose]}?lng=${language}#token=${token}`;
}

/** The mail with a link, in the reader's language. */
export function linkLetter(mail: LinkMail, { settings, words }: { settings: Settings; words: MailWords }): Letter {
  const { purpose, language, person, sender } = mail;
  const say = words[language];
  const name = inOneLine(person);
  const until = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: settings.timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(mail.expiresAt);
  const count = purpose === 'invitation' ? settings.invitationDays : settings.resetLinkHours;
  const address = mail.email ?? person.email;
  const why = sender
    ? say(`${purpose}From`, { name: inOneLine(sender), email: address })
    : say(purpose, { email: address });
  return {
    id: mail.id,
    to: { name, address },
    language,
    subject: say(`${purpose}Subject`),
    greeting: say('greeting', { name }),
    before: purpose === 'invitation' ? [why, say('invitationRole', { role: say(`role${person.role}`) })] : [why],
    button: say(`${purpose}Button`),
    link: linkAddress(settings.publicUrl, mail),
    after: [say(`${purpose}Validity`, { count, until }), say(`${purpose}Ignore`), say('linkHelp')],
  };
}

const inOneLine = (person: Name): string => oneLine(staffName(person));
