import { useMemo, type ReactNode } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { htmlLanguage } from '#schema/languages.ts';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { PasswordField } from '#web/staff/ui/forms/password-field.tsx';
import { PickerField } from '#web/staff/ui/forms/picker-field.tsx';
import { RadioField } from '#web/staff/ui/forms/radio-field.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { timeZoneOptions } from '#web/staff/ui/forms/time-zones.ts';
import { type FirstRun, ownTimeZone } from './first-run-values.ts';

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

interface SettingSectionProps {
  readonly title: string;
  /** False for a setting from the environment, which is only shown. */
  readonly open: boolean;
  /** The current setting, in words. */
  readonly value: string;
  readonly children: ReactNode;
}

function SettingSection({ title, open, value, children }: SettingSectionProps) {
  const { t } = useTranslation('auth');
  return (
    <Section title={title}>
      {open ? (
        children
      ) : (
        <>
          <p>{value}</p>
          <p className="field-hint">{t('setByEnvironment')}</p>
        </>
      )}
    </Section>
  );
}

/** The settings of the servers: time zone, address, mail and storage. */
export function SettingSections({ chooses, timeZone, publicUrl, sendsMail, mailServer, bucket }: FirstRun) {
  const { t } = useTranslation('auth');
  return (
    <>
      <SettingSection title={t('timeZoneTitle')} open={chooses.timeZone} value={timeZone}>
        <TimeZoneField present={timeZone} />
      </SettingSection>
      <SettingSection title={t('addressTitle')} open={chooses.publicUrl} value={publicUrl}>
        <TextField
          name="publicUrl"
          label={t('publicUrl')}
          hint={t('publicUrlHint')}
          inputMode="url"
          spellCheck={false}
          required
        />
      </SettingSection>
      <SettingSection title={t('mailTitle')} open={chooses.mail} value={mailServer ?? t('mailToFiles')}>
        <MailFields present={sendsMail ? mailServer : null} />
      </SettingSection>
      <SettingSection title={t('storageTitle')} open={chooses.storage} value={bucket ?? t('storageInFolder')}>
        <StorageFields present={bucket ?? null} />
      </SettingSection>
    </>
  );
}

function TimeZoneField({ present }: { readonly present: string }) {
  const { t, i18n } = useTranslation('auth');
  const language = htmlLanguage(i18n.language);
  const options = useMemo(() => timeZoneOptions(language, [present, ownTimeZone()]), [language, present]);
  return (
    <PickerField
      name="timeZone"
      label={t('timeZone')}
      hint={t('timeZoneHint')}
      options={options}
      none=""
      placeholder={t('timeZonePlaceholder')}
      required
    />
  );
}

const useValue = (name: string): unknown => useField<unknown>(name, { allowNull: true }).input.value;

/** A setting from the settings file can stay unchanged. */
function MailFields({ present }: { readonly present: string | null | undefined }) {
  const { t } = useTranslation('auth');
  const options = [
    ...(present ? [{ value: null, label: t('mailStays', { mailServer: present }) }] : []),
    { value: false, label: t('mailToFiles') },
    { value: true, label: t('mailByServer') },
  ];
  return (
    <>
      <RadioField name="sendsMail" label={t('sendsMail')} hint={t('sendsMailHint')} options={options} />
      {useValue('sendsMail') === true && (
        <>
          <TextField name="smtpHost" label={t('smtpHost')} inputMode="url" spellCheck={false} required />
          <TextField name="smtpPort" label={t('smtpPort')} inputMode="numeric" required />
          <CheckboxField name="smtpSecure" label={t('smtpSecure')} hint={t('smtpSecureHint')} />
          <TextField name="smtpUser" label={t('smtpUser')} hint={t('smtpUserHint')} spellCheck={false} />
          <PasswordField name="smtpPassword" label={t('smtpPassword')} autoComplete="new-password" />
          <TextField name="mailFrom" label={t('mailFrom')} hint={t('mailFromHint')} spellCheck={false} />
        </>
      )}
    </>
  );
}

function StorageFields({ present }: { readonly present: string | null }) {
  const { t } = useTranslation('auth');
  const options = [
    ...(present === null ? [] : [{ value: null, label: t('storageStays', { bucket: present }) }]),
    { value: false, label: t('storageInFolder') },
    { value: true, label: t('storageInBucket') },
  ];
  return (
    <>
      <RadioField name="usesBucket" label={t('usesBucket')} hint={t('usesBucketHint')} options={options} />
      {useValue('usesBucket') === true && (
        <>
          <TextField
            name="s3Endpoint"
            label={t('s3Endpoint')}
            hint={t('s3EndpointHint')}
            inputMode="url"
            spellCheck={false}
          />
          <TextField name="s3Region" label={t('s3Region')} hint={t('s3RegionHint')} spellCheck={false} />
          <TextField name="s3Bucket" label={t('s3Bucket')} spellCheck={false} required />
          <CheckboxField name="s3ForcePathStyle" label={t('s3ForcePathStyle')} hint={t('s3ForcePathStyleHint')} />
          <TextField name="s3AccessKey" label={t('s3AccessKey')} spellCheck={false} required />
          <PasswordField name="s3SecretAccessKey" label={t('s3SecretAccessKey')} autoComplete="new-password" required />
        </>
      )}
    </>
  );
}
