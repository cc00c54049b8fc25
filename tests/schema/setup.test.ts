import { expect, test } from 'vitest';
import { fieldErrors } from '#schema/problem.ts';
import { chosenRules } from '#schema/rules/setup.ts';

const errorsOf = (chosen: object) => {
  const { error } = chosenRules.safeParse(chosen);
  return error ? fieldErrors(error) : {};
};

test.each(['post office', "the school's", 'a "name"', 'C:\\mail', '$HOME', '`date`', ''])(
  'a settings file can hold %j',
  (smtpUser) => {
    expect(errorsOf({ smtpUser })).toEqual({});
  },
);

test.each([`it's "quoted"`, `it's C:\\mail`, `it's $HOME`, "it's `date`", 'two\nlines', 'a\u0000'])(
  'a settings file cannot hold %j',
  (smtpUser) => {
    expect(errorsOf({ smtpUser })).toEqual({ smtpUser: ['messages.invalidValue'] });
  },
);

test.each(['sendsMail', 'smtpSecure', 'usesBucket', 's3ForcePathStyle'])('%s is yes, no, or left out', (field) => {
  for (const right of [true, false, null, undefined]) expect(errorsOf({ [field]: right })).toEqual({});
  for (const wrong of ['yes', 1]) expect(errorsOf({ [field]: wrong })).toEqual({ [field]: ['messages.invalidValue'] });
});
