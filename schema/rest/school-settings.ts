import { z } from 'zod';
import { staffOf } from '../access.ts';
import { answered } from '../rules/plain-fields.ts';
import { schoolSettingFields, schoolSettingRules } from '../rules/school-settings.ts';
import { edited } from './editing.ts';
import { postApproval, schoolLanguage } from './enumerations.ts';
import { pictureForm, pictureProblems, pictureLimits, pictureRules, uploadedPicture } from './media.ts';
import { operation } from './operation.ts';
import { changedMeanwhile, notFound, rulesOfInput } from './problems.ts';
import { fileLink, id, idOf, versionOf } from './values.ts';

/** A school's settings, and the installation's settings that apply where the school has none. */
export const schoolSettings = z.object({
  id: idOf('school'),
  name: z.string(),
  ...answered(schoolSettingFields),
  /** The id that the form sends back; `logo` is the picture. */
  logoId: id.nullable(),
  logo: fileLink.nullable(),
  installationTimeZone: z.string(),
  installationApproval: z.boolean(),
  /** Null when the installation keeps posts for ever. */
  longestRetentionMonths: z.int().nullable(),
  /** The megabytes of the works on the school's walls, as its quota counts them. */
  usedMegabytes: z.int(),
  ...edited,
});
export type SchoolSettings = z.output<typeof schoolSettings>;

const access = staffOf('users');
const whose = 'a SchoolOwner the schools that they own, the others all';
const params = z.object({ id: idOf('school') });

export const schoolSettingsById = operation({
  name: 'schoolSettings',
  method: 'GET',
  path: '/School/{id}/settings',
  summary: "A school's settings, and what the installation's are where the school has none of its own.",
  access,
  whose,
  params,
  response: schoolSettings,
  problems: { 404: notFound },
});

export const updateSchoolSettings = operation({
  name: 'updateSchoolSettings',
  method: 'PUT',
  path: '/School/{id}/settings',
  summary:
    'Replaces the settings of a school. An empty time zone, 0 and the first value of an enumeration leave the matter to the installation. `version` is the one of the school that was read; with an older one nothing is written.',
  access,
  whose,
  params,
  // These settings are required, so that no call resets one by leaving it out. A setting
  // that was added later may be left out, and then stays.
  body: schoolSettingRules.safeExtend({
    language: schoolLanguage,
    approval: postApproval,
    version: versionOf('school'),
  }),
  response: schoolSettings,
  problems: {
    400: `${rulesOfInput}; \`messages.invalidTimeZone\`, \`messages.retentionTooLong\` on \`retentionMonths\` past the installation's rule, and \`messages.pictureNotAvailable\` on \`logoId\``,
    404: notFound,
    409: changedMeanwhile,
  },
});

export const uploadSchoolLogo = operation({
  name: 'uploadSchoolLogo',
  method: 'POST',
  path: '/School/upload-logo',
  summary: `Takes in a school's logo; \`updateSchoolSettings\` then takes its id from whoever sent it. ${pictureRules}`,
  limits: pictureLimits,
  access,
  form: pictureForm,
  response: uploadedPicture,
  status: 201,
  problems: pictureProblems,
});

export const classLogo = operation({
  name: 'classLogo',
  method: 'GET',
  path: '/Class/{id}/logo',
  summary: "The logo of a class's school, for its printed sheet and its name cards; null where the school has none.",
  access: staffOf('classes'),
  whose:
    'a SchoolOwner the classes of their schools, a Teacher those where they are main or secondary teacher, the others all',
  params: z.object({ id: idOf('class') }),
  response: z.object({ logo: fileLink.nullable() }),
  problems: { 404: notFound },
});
