import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { htmlLanguage } from '#schema/languages.ts';
import { PostApproval, SchoolLanguage } from '#schema/rest/enumerations.ts';
import {
  UploadSchoolLogoDocument,
  type SchoolSettingsDetailFragment,
  type UploadSchoolLogoMutation,
} from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useUpload } from '#web/staff/platform/uploads/use-upload.ts';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import type { SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { PickerField } from '#web/staff/ui/forms/picker-field.tsx';
import { PictureField } from '#web/staff/ui/forms/picture-field.tsx';
import { saveWithPicture } from '#web/staff/ui/forms/save-with-picture.ts';
import { SelectField } from '#web/staff/ui/forms/select-field.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { timeZoneOptions } from '#web/staff/ui/forms/time-zones.ts';
import { storedFile } from '#web/staff/ui/forms/use-seen-file.ts';
import { settingsFormRules, type SettingsValues } from './settings-values.ts';
import '#web/staff/ui/forms/form-cards.css';

interface SettingsFormProps {
  readonly found: SchoolSettingsDetailFragment;
  readonly initialValues: SettingsValues;
  readonly draftKey: string;
  /** A notice above the fields. */
  readonly notice: ReactNode;
  readonly onSubmit: (values: SettingsValues) => Promise<SubmitOutcome>;
  readonly onCancel: () => void;
}

const idOf = ({ uploadSchoolLogo }: UploadSchoolLogoMutation) => uploadSchoolLogo.id;

/** The fields of a school's settings. For empty fields and 0, the installation's setting applies. */
export function SettingsForm({ found, notice, onSubmit, onCancel, ...form }: SettingsFormProps) {
  const { t } = useTranslation(['schools', 'common', 'forms']);
  const { installationApproval, longestRetentionMonths, usedMegabytes } = found;
  const logo = useUpload<UploadSchoolLogoMutation>({
    mutation: UploadSchoolLogoDocument,
    variable: 'file',
    ...ownProblems,
  });

  const submit = (values: SettingsValues) =>
    saveWithPicture({ values, field: 'logoId', upload: logo, idOf, save: onSubmit });

  return (
    <Form className="form-cards" rules={settingsFormRules} onSubmit={submit} {...form}>
      {({ submitting }) => (
        <>
          {notice}
          <fieldset>
            <legend>{t('sectionPlace')}</legend>
            <TimeZoneField found={found} />
            <SelectField
              name="language"
              label={t('language')}
              hint={t('languageHint')}
              options={[
                { value: SchoolLanguage.NONE, label: t('languageNone') },
                { value: SchoolLanguage.EN, label: t('languageEn') },
                { value: SchoolLanguage.JP, label: t('languageJp') },
              ]}
            />
          </fieldset>
          <fieldset>
            <legend>{t('sectionLogo')}</legend>
            <PictureField
              name="logoId"
              label={t('logo')}
              hint={t('logoHint')}
              current={storedFile(found.logoId, found.logo)}
              upload={logo}
              idOf={idOf}
            />
          </fieldset>
          <fieldset>
            <legend>{t('sectionPosts')}</legend>
            <SelectField
              name="approval"
              label={t('approval')}
              hint={t('approvalHint')}
              options={[
                {
                  value: PostApproval.INSTALLATION,
                  label: t(installationApproval ? 'approvalAsWait' : 'approvalAsShow'),
                },
                { value: PostApproval.WAIT, label: t('approvalWait') },
                { value: PostApproval.SHOW, label: t('approvalShow') },
              ]}
            />
            <TextField
              name="retentionMonths"
              label={t('retentionMonths')}
              hint={
                longestRetentionMonths === null
                  ? t('retentionHintForever')
                  : t('retentionHint', { months: longestRetentionMonths })
              }
              inputMode="numeric"
              required
            />
          </fieldset>
          <fieldset>
            <legend>{t('sectionFamilies')}</legend>
            <CheckboxField name="familyAlbums" label={t('familyAlbums')} hint={t('familyAlbumsHint')} />
          </fieldset>
          <fieldset>
            <legend>{t('sectionUploads')}</legend>
            <TextField
              name="worksPerDay"
              label={t('worksPerDay')}
              hint={t('worksPerDayHint')}
              inputMode="numeric"
              required
            />
            <TextField
              name="storageMegabytes"
              label={t('storageMegabytes')}
              hint={t('storageHint', { used: usedMegabytes })}
              inputMode="numeric"
              required
            />
          </fieldset>
          <FormButtons submitting={submitting} submitText={t('common.save')} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}

function TimeZoneField({ found }: Pick<SettingsFormProps, 'found'>) {
  const { t, i18n } = useTranslation('schools');
  const { timeZone, installationTimeZone } = found;
  const language = htmlLanguage(i18n.language);
  const options = useMemo(
    () => timeZoneOptions(language, [timeZone || installationTimeZone, installationTimeZone]),
    [language, timeZone, installationTimeZone],
  );
  return (
    <PickerField
      name="timeZone"
      label={t('timeZone')}
      hint={t('timeZoneHint')}
      options={options}
      none=""
      placeholder={t('timeZonePlaceholder', { zone: installationTimeZone })}
    />
  );
}
