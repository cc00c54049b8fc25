import { text } from '../rest/values.ts';
import { profileNameMaximum, profileNameProblem } from './profile-name.ts';

/** A child's name as they or their teacher type it. */
export const profileName = text(profileNameMaximum, 'messages.profileNameRequire')
  .trim()
  .superRefine((name, context) => {
    const message = profileNameProblem(name);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** The plain fields of a child's profile that staff edit (see `plain-fields.ts`). */
export const profileFields = {
  name: profileName,
};
