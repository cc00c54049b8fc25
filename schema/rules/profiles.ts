import { z } from 'zod';
import { follows, trimmedText } from '../rest/values.ts';
import { nameProblem } from './names.ts';
import { profileNameMaximum, profileNameProblem } from './profile-name.ts';

/** A child's name as they or their teacher type it. */
export const profileName = trimmedText(profileNameMaximum, 'messages.profileNameRequire').superRefine(
  follows(profileNameProblem),
);

/** The name of a new profile. */
export const newProfileName = profileName.superRefine(follows(nameProblem));

/** The reading of a child's name in kana, which is the sort key of lists; empty when none was entered. */
export const profileReading = trimmedText(80).superRefine(follows(nameProblem));

/** A child's number in the register of a class; null when the class gave none. */
export const studentNumber = z
  .int({ error: 'messages.studentNumberRange' })
  .min(1, { error: 'messages.studentNumberRange' })
  .max(999, { error: 'messages.studentNumberRange' })
  .nullable();

/** The plain fields of a child's profile that staff edit (see `plain-fields.ts`). */
export const profileFields = {
  name: profileName,
};
