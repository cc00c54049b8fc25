import { follows, text } from '../rest/values.ts';
import { nameProblem } from './names.ts';
import { profileNameMaximum, profileNameProblem } from './profile-name.ts';

/** A child's name as they or their teacher type it. */
export const profileName = text(profileNameMaximum, 'messages.profileNameRequire')
  .trim()
  .superRefine(follows(profileNameProblem));

/** The name of a new profile. */
export const newProfileName = profileName.superRefine(follows(nameProblem));

/** The plain fields of a child's profile that staff edit (see `plain-fields.ts`). */
export const profileFields = {
  name: profileName,
};
