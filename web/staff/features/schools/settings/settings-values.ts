import { schoolSettingFields, schoolSettingRules } from '#schema/rules/school-settings.ts';
import type { SchoolSettingsDetailFragment } from '#web/staff/operations.generated.ts';
import { formRules, formValues, inputValues, type PlainFormValues } from '#web/staff/ui/forms/plain-values.ts';

/** The values of the settings form. */
export interface SettingsValues extends PlainFormValues<typeof schoolSettingFields> {
  logoId: string | null;
}

export const settingsFormRules = formRules(schoolSettingRules, schoolSettingFields);

export const valuesOf = (found: SchoolSettingsDetailFragment): SettingsValues => ({
  ...formValues(found, schoolSettingFields),
  logoId: found.logoId,
});

export const inputOf = ({ logoId, ...values }: SettingsValues) => ({
  ...inputValues(values, schoolSettingFields),
  logoId,
});
