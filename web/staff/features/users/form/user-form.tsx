import type { ReactNode } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import type { Role } from '#schema/access.ts';
import { PhoneType } from '#schema/rest/enumerations.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import type { SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form, type SubmitManner } from '#web/staff/ui/forms/form.tsx';
import { SelectField } from '#web/staff/ui/forms/select-field.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { NameFields } from './name-fields.tsx';
import { EmailField, type EmailChange } from './email-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { RoleField } from './role-field.tsx';
import { userFormRules, type UserFormValues } from './user-values.ts';
import '#web/staff/ui/forms/form-cards.css';

interface UserFormProps {
  readonly initialValues: UserFormValues;
  readonly draftKey: string;
  /** The effect of a changed email; absent for a new user. */
  readonly emailChange?: EmailChange;
  /** The requested email that is not confirmed yet. */
  readonly pendingEmail?: string | null;
  /** The caller's own role, which stays. */
  readonly fixedRole?: Role | undefined;
  /** A notice above the fields. */
  readonly notice?: ReactNode;
  readonly submitText: string;
  readonly another?: { readonly text: string };
  readonly onSubmit: (values: UserFormValues, manner: SubmitManner) => Promise<SubmitOutcome>;
  readonly onCancel: () => void;
}

/** The fields of a user, for a new one and for a change. */
export function UserForm({ emailChange, pendingEmail, fixedRole, ...props }: UserFormProps) {
  const { notice, submitText, another, onCancel, ...form } = props;
  const { t } = useTranslation('users');
  const granter = useLoginInfo()?.role ?? 'Teacher';
  return (
    <Form className="form-cards" rules={userFormRules} {...form}>
      {({ submitting }) => (
        <>
          {notice}
          <fieldset>
            <legend>{t('sectionPerson')}</legend>
            <EmailField change={emailChange} pending={pendingEmail} />
            <div className="form-pair">
              <NameFields />
            </div>
            <TextField name="username" label={t('username')} hint={t('usernameHint')} spellCheck={false} />
            <PhoneFields />
            <SelectField
              name="language"
              label={t('mailLanguage')}
              options={[
                { value: 'en', label: t('languageEn') },
                { value: 'jp', label: t('languageJp') },
              ]}
            />
          </fieldset>
          <fieldset>
            <legend>{t('sectionRole')}</legend>
            <RoleField granter={granter} fixed={fixedRole} hint={t(fixedRole ? 'roleHintOwn' : 'roleHint')} />
          </fieldset>
          <FormButtons submitting={submitting} submitText={submitText} another={another} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}

function PhoneFields() {
  const { t } = useTranslation('users');
  const type = useField<PhoneType>('phoneType', { subscription: { value: true } }).input.value;
  return (
    <div className="form-pair">
      <SelectField
        name="phoneType"
        label={t('phoneType')}
        hint={t('phoneTypeHint')}
        options={[
          { value: PhoneType.MOBILE, label: t('mobile') },
          { value: PhoneType.LANDLINE, label: t('landline') },
        ]}
      />
      <PhoneField
        name="phoneNumber"
        label={t('phoneNumber')}
        type={type}
        hint={t(type === PhoneType.LANDLINE ? 'phoneHintLandline' : 'phoneHintMobile')}
      />
    </div>
  );
}
