import type { Role } from '#schema/access.ts';
import { PhoneType } from '#schema/rest/enumerations.ts';
import { ownPassword } from '#schema/rules/password.ts';
import { phoneDigits } from '#schema/rules/phone.ts';
import { userFields, userRules } from '#schema/rules/users.ts';
import type { Language } from '#schema/languages.ts';
import type { CreateUserInput, UserDetailFragment } from '#web/staff/operations.generated.ts';
import { graphqlLanguage, languageOf } from '#web/staff/platform/apollo/graphql-language.ts';
import {
  emptyValues,
  formRules,
  formValues,
  inputValues,
  type PlainFormValues,
} from '#web/staff/ui/forms/plain-values.ts';
import { roleNames, roles } from '#web/staff/features/users/user-words.ts';

/** The rules of the form: the user's fields, and the caller's own password for a changed email. */
export const userFormRules = formRules(userRules.safeExtend({ password: ownPassword }), userFields);

/** The values of the user form, checked by `userFormRules`. */
export interface UserFormValues extends PlainFormValues<typeof userFields> {
  email: string;
  role: Role | '';
  phoneType: PhoneType;
  phoneNumber: string;
  username: string;
  language: Language;
  /** The caller's own password. The field is shown only while the email differs from the saved one. */
  password?: string;
}

/** The first values of a new user. The mail language is the language of the signed-in user. */
export function newUserValues(language: string, role: Role | '' = ''): UserFormValues {
  return {
    email: '',
    ...emptyValues(userFields),
    role,
    phoneType: PhoneType.MOBILE,
    phoneNumber: '',
    username: '',
    language: language === 'jp' ? 'jp' : 'en',
  };
}

export function valuesOf(found: UserDetailFragment): UserFormValues {
  const { email, role, phoneType, phoneNumber, username, language } = found;
  return {
    email,
    ...formValues(found, userFields),
    role: roleNames[role],
    phoneType: PhoneType[phoneType ?? 'MOBILE'],
    phoneNumber: phoneNumber ?? '',
    username: username ?? '',
    language: languageOf(language),
  };
}

/** Converts valid form values to GraphQL's input. */
export function inputOf(values: UserFormValues): CreateUserInput {
  const role = roles.find((name) => roleNames[name] === values.role);
  if (role === undefined) throw new Error('The rules let no form through without a role');
  const phoneNumber = phoneDigits(values.phoneNumber);
  const isLandline = values.phoneType === PhoneType.LANDLINE;
  return {
    email: values.email.trim(),
    ...inputValues(values, userFields),
    role,
    phoneNumber: phoneNumber || null,
    phoneType: phoneNumber ? (isLandline ? 'LANDLINE' : 'MOBILE') : null,
    username: values.username.trim() || null,
    language: graphqlLanguage(values.language),
  };
}
