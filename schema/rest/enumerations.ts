import { z } from 'zod';

// Descriptions of the numbers for the documentation.
const inWords = (values: Readonly<Record<string, number>>): string =>
  `${Object.entries(values)
    .map(([name, value]) => `${value} ${name}`)
    .join(', ')}.`;

/*
 * Enumerations are numbers in /api and names in GraphQL; the first five are the specification's (section 3). A plain
 * field uses `choiceOf`; everything else uses the rule in lower case.
 */
export const ClassStatus = { ACTIVE: 0, INACTIVE: 1 } as const;
export type ClassStatus = (typeof ClassStatus)[keyof typeof ClassStatus];
export const classStatus = z.literal(Object.values(ClassStatus)).describe(inWords(ClassStatus));

/** The proof before a device of the class takes a child's profile: none, the child's three animals, or its card. */
export const ChildGuard = { NONE: 0, PICTURES: 1, CARD: 2 } as const;
export type ChildGuard = (typeof ChildGuard)[keyof typeof ChildGuard];

/** The new students who wait for the teacher's admission to the class: all when many come at once, all, or none. */
export const Admission = { WHEN_MANY: 0, ALWAYS: 1, NEVER: 2 } as const;
export type Admission = (typeof Admission)[keyof typeof Admission];

export const ContentType = { NONE: 0, READ: 1, MUSIC: 2, VIDEO: 3, GAME: 4, PUSH_AND_LISTEN: 5, RECORD: 6 } as const;
export type ContentType = (typeof ContentType)[keyof typeof ContentType];
export const contentType = z.literal(Object.values(ContentType)).describe(inWords(ContentType));

export const UserStatus = { INVITED: 0, ACTIVED: 1, DEACTIVATED: 2 } as const;
export type UserStatus = (typeof UserStatus)[keyof typeof UserStatus];
export const userStatus = z.literal(Object.values(UserStatus)).describe(inWords(UserStatus));

export const PhoneType = { LANDLINE: 1, MOBILE: 2 } as const;
export type PhoneType = (typeof PhoneType)[keyof typeof PhoneType];
export const phoneType = z.literal(Object.values(PhoneType)).describe(inWords(PhoneType));

export const ReactionType = { LIKE: 1, HEART: 2 } as const;
export type ReactionType = (typeof ReactionType)[keyof typeof ReactionType];

/** The settings that a child switches on and off. */
export const StudentSwitch = { MUSIC: 0, TAPS: 1, FURIGANA: 2 } as const;
export type StudentSwitch = (typeof StudentSwitch)[keyof typeof StudentSwitch];
export const studentSwitch = z.literal(Object.values(StudentSwitch)).describe(inWords(StudentSwitch));

/** Whether posts in a school's new classes wait for the teacher: the installation's setting, yes, or no. */
export const PostApproval = { INSTALLATION: 0, WAIT: 1, SHOW: 2 } as const;
export type PostApproval = (typeof PostApproval)[keyof typeof PostApproval];
export const postApproval = z.literal(Object.values(PostApproval)).describe(inWords(PostApproval));

/** The language of a school's invitations; none: that of the inviter. */
export const SchoolLanguage = { NONE: 0, EN: 1, JP: 2 } as const;
export type SchoolLanguage = (typeof SchoolLanguage)[keyof typeof SchoolLanguage];
export const schoolLanguage = z.literal(Object.values(SchoolLanguage)).describe(inWords(SchoolLanguage));

/** An enumeration as a query value, which is text; an empty text is invalid, not 0. */
export function fromQuery<Values extends Record<string, number>>(values: Values) {
  return z
    .preprocess((sent) => (sent === '' ? undefined : sent), z.coerce.number())
    .pipe(z.literal(Object.values(values) as Values[keyof Values][]))
    .describe(inWords(values));
}
