/** The columns that a file may have, which are named as the words of `users` are. */
const fileFields = ['email', 'lastName', 'firstName', 'role', 'phoneNumber', 'phoneType', 'language'] as const;

type FileField = (typeof fileFields)[number];

export const isFileField = (name: string): name is FileField => fileFields.some((field) => field === name);
