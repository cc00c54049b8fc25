import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { apiKeyKinds, type ApiKeyKind } from '#schema/rules/api-keys.ts';
import { useSchoolChoices } from '#web/staff/features/schools/use-school-choices.ts';
import { useOnlySchool, useSeveralSchools } from '#web/staff/platform/schools/own-schools.ts';
import { PickerField } from '#web/staff/ui/forms/picker-field.tsx';
import { RadioField } from '#web/staff/ui/forms/radio-field.tsx';
import { useSchoolQuery, type SchoolDetailFragment } from '#web/staff/operations.generated.ts';
import { kindWords } from './api-key-scopes.ts';

/** Chooses the key's identity: the user who creates the key, or a service account for one school or for all. */
export function ActsAsField() {
  const { t } = useTranslation('api-keys');
  const { input } = useField<ApiKeyKind>('kind', { subscription: { value: true } });
  const options = apiKeyKinds.map((value) => ({ value, label: t(kindWords[value]) }));
  return (
    <>
      <RadioField name="kind" label={t('actsAs')} hint={t('actsAsHint')} options={options} />
      {input.value === 'service' && <ReachField />}
    </>
  );
}

/** How far a service account reaches. An installation with one school offers the two rights and names no school. */
function ReachField() {
  const { t } = useTranslation('api-keys');
  const severalSchools = useSeveralSchools();
  const only = useOnlySchool();
  if (severalSchools) return <SchoolField />;
  if (only === undefined) return null;
  const options = [
    { value: null, label: t('asAdministrator') },
    { value: only, label: t('asOwner') },
  ];
  return <RadioField name="schoolId" label={t('rights')} options={options} />;
}

function SchoolField() {
  const { t } = useTranslation('api-keys');
  const { input } = useField<string | null>('schoolId', { subscription: { value: true }, allowNull: true });
  const { options, ...search } = useSchoolChoices();
  // A restored draft holds only the school's id, so the name is fetched.
  const { data } = useSchoolQuery({ variables: { id: input.value ?? '' }, skip: !input.value });
  const school = data && unmask<SchoolDetailFragment>(data.school);
  const chosen = school ? [{ value: school.id, label: school.name }] : [];
  return (
    <PickerField
      name="schoolId"
      label={t('school')}
      hint={t('schoolHint')}
      placeholder={t('allSchools')}
      none={null}
      options={options}
      source={{ ...search, known: chosen }}
    />
  );
}
