import { z } from 'zod';
import { anyone } from '../access.ts';
import { linkTokenOf } from '../rules/auth.ts';
import { setUpSchoolRules } from '../rules/setup.ts';
import { authInfo } from './auth-info.ts';
import { operation } from './operation.ts';
import { tooManyPasswords, tooManyTokens } from './problems.ts';
import { dateTime } from './values.ts';

export const firstRun = operation({
  name: 'firstRun',
  method: 'GET',
  path: '/Setup/first-run',
  summary:
    'What the one-time link that a first start prints is worth: what the page that sets a school up shows before its form.',
  access: anyone,
  whose: 'the link tells',
  query: z.object({ token: linkTokenOf('setupLink') }),
  response: z.object({
    expiresAt: dateTime,
    publicUrl: z.string(),
    timeZone: z.string(),
    /** Whether a mail server is set; without one, mails are files on the server. */
    sendsMail: z.boolean(),
    /** The host of that server. */
    mailServer: z.string().nullable(),
    /** The bucket of media; null when media are in a folder on the server. */
    bucket: z.string().nullable(),
    /** Whether servers restart after settings are written, so that some settings can be chosen here. */
    restarts: z.boolean(),
    /** The settings that can be chosen here: those that the environment does not set. */
    chooses: z.object({ timeZone: z.boolean(), publicUrl: z.boolean(), mail: z.boolean(), storage: z.boolean() }),
  }),
  problems: {
    400: '`messages.linkExpired`',
    404: '`messages.linkInvalid` for a token that is not the last printed one, or when the school is set up',
    429: tooManyTokens,
  },
});

export const setUpSchool = operation({
  name: 'setUpSchool',
  method: 'POST',
  path: '/Setup/school',
  summary:
    'Sets the school up by the printed link, once: its name, its language and the first SuperAdmin, who is signed in. Settings that are given are tried (a test mail to the SuperAdmin, a test object, the address) and written, and the servers restart with them; one that is not to be chosen here is `messages.settingFixed`. Where anything is refused, nothing is written or set up.',
  access: anyone,
  whose: 'the link tells',
  body: setUpSchoolRules,
  response: authInfo,
  problems: {
    400: '`messages.linkInvalid` or `messages.linkExpired`, and on `password` `messages.passwordTooCommon`, and on a setting `messages.settingFixed` where it cannot be chosen here',
    409: '`messages.alreadySetUp`, or `messages.settingsNotWritten` when the settings file cannot be written',
    429: tooManyTokens,
    503: tooManyPasswords,
  },
});
