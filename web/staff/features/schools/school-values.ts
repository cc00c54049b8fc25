import { schoolFields, schoolRules } from '#schema/rules/schools.ts';
import type { SchoolDetailFragment } from '#web/staff/operations.generated.ts';
import { emptyValues, formRules, formValues, type PlainFormValues } from '#web/staff/ui/forms/plain-values.ts';

/** The values of the school form. */
export type SchoolFormValues = PlainFormValues<typeof schoolFields>;

export const schoolFormRules = formRules(schoolRules, schoolFields);

export const newSchoolValues: SchoolFormValues = emptyValues(schoolFields);

export const valuesOf = (found: SchoolDetailFragment): SchoolFormValues => formValues(found, schoolFields);
