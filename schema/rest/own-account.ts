import { z } from 'zod';
import { anyStaff } from '../access.ts';
import { languages } from '../languages.ts';
import { myAccountRules } from '../rules/auth.ts';
import { edited } from './editing.ts';
import { operation } from './operation.ts';
import { changedMeanwhile, rulesOfInput } from './problems.ts';
import { idOf, versionOf } from './values.ts';

/** One's own account. */
export const ownAccount = z.object({
  id: idOf('user'),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The language of the person's mails. */
  language: z.enum(languages),
  ...edited,
});
export type OwnAccount = z.output<typeof ownAccount>;

export const myAccount = operation({
  name: 'myAccount',
  method: 'GET',
  path: '/Auth/account',
  summary: 'The caller’s own account: name, e-mail, and the language of the mails they get.',
  access: anyStaff,
  whose: 'the caller’s own',
  response: ownAccount,
  beforeSecondStep: true,
});

export const updateMyAccount = operation({
  name: 'updateMyAccount',
  method: 'PUT',
  path: '/Auth/account',
  summary:
    "Changes the caller's own name and the language of the mails they get. `version` is the one that was read; when somebody has changed the account since, nothing is written (`messages.changedMeanwhile`). The e-mail is changed by `updateUser`, the password by `changePassword`.",
  access: anyStaff,
  whose: 'the caller’s own',
  body: myAccountRules.safeExtend({ version: versionOf('user') }),
  response: ownAccount,
  problems: { 400: rulesOfInput, 409: changedMeanwhile },
});
