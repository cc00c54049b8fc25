import { schoolSettingFields, schoolSettingRules } from '#schema/rules/school-settings.ts';
import type { SchoolSettingsDetailFragment } from '#web/staff/operations.generated.ts';
import { formRules, formValues, inputValues, type PlainFormValues } from '#web/staff/ui/forms/plain-values.ts';

/** What the fields of the settings form hold. */
export type SettingsValues = PlainFormValues<typeof schoolSettingFields>;

export const settingsFormRules = formRules(schoolSettingRules, schoolSettingFields);

export const valuesOf = (found: SchoolSettingsDetailFragment): SettingsValues => formValues(found, schoolSettingFields);

export const inputOf = (values: SettingsValues) => inputValues(values, schoolSettingFields);
