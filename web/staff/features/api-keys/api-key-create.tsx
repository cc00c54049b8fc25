import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { DateField } from '#web/staff/ui/forms/date-field.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { useCreateApiKeyMutation } from '#web/staff/operations.generated.ts';
import { ActsAsField } from './acts-as-field.tsx';
import { apiKeyFormRules, inputOf, newApiKeyValues, type ApiKeyFormValues } from './api-key-values.ts';
import { NewKey, type MadeKey } from './new-key.tsx';
import { ScopesField } from './scopes-field.tsx';
import '#web/staff/ui/forms/form-cards.css';

export const loader = words('api-keys');

/** Creates a key and shows its secret once. */
export function Component() {
  const { t } = useTranslation('api-keys');
  const navigate = useNavigate();
  const [made, setMade] = useState<MadeKey>();
  // The secret must not be cached: it is shown only once.
  const [createApiKey] = useCreateApiKeyMutation({
    ...ownProblems,
    ...noCache,
  });
  useTitle(t('newTitle'));

  async function create(values: ApiKeyFormValues): Promise<SubmitOutcome> {
    try {
      const { data } = await createApiKey({ variables: { input: inputOf(values) } });
      if (data === undefined) throw new Error('The new key came back empty');
      const { key, apiKey } = data.createApiKey;
      return { saved: () => setMade({ key, name: apiKey.name, kind: apiKey.kind }) };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <>
      <Link to={paths.apiKeys} className="back-link">
        {t('title')}
      </Link>
      {made ? (
        <NewKey made={made} />
      ) : (
        <>
          <header className="page-header">
            <h1>{t('newTitle')}</h1>
          </header>
          <Form
            className="form-cards"
            initialValues={newApiKeyValues}
            rules={apiKeyFormRules}
            onSubmit={create}
            draftKey="api-key:new"
          >
            {({ submitting }) => (
              <>
                <fieldset>
                  <legend>{t('sectionKey')}</legend>
                  <TextField name="name" label={t('name')} hint={t('nameHint')} required />
                  <ActsAsField />
                  <ScopesField />
                  <DateField name="expiresAt" label={t('expires')} hint={t('expiresHint')} />
                </fieldset>
                <FormButtons
                  submitting={submitting}
                  submitText={t('createSubmit')}
                  onCancel={() => void navigate(paths.apiKeys)}
                />
              </>
            )}
          </Form>
        </>
      )}
    </>
  );
}
