import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { useCreateWebhookMutation, type CreateWebhookMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { NewSecret } from './new-secret.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { inputOf, newWebhookValues, type WebhookFormValues } from './webhook-values.ts';

export const loader = words('webhooks', 'forms');

/** Creates a webhook and shows its secret once. */
export function Component() {
  const { t } = useTranslation('webhooks');
  const navigate = useNavigate();
  const [made, setMade] = useState<CreateWebhookMutation['createWebhook']>();
  // The secret must not be cached: it is shown only once.
  const [createWebhook] = useCreateWebhookMutation({
    ...ownProblems,
    ...noCache,
  });
  useTitle(t('newTitle'));

  async function create(values: WebhookFormValues): Promise<SubmitOutcome> {
    try {
      const { data } = await createWebhook({ variables: { input: inputOf(values) } });
      if (data === undefined) throw new Error('The new webhook came back empty');
      const { createWebhook: answer } = data;
      return { saved: () => setMade(answer) };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <>
      <Link to={paths.webhooks} className="back-link">
        {t('title')}
      </Link>
      {made ? (
        <NewSecret
          title={t('madeTitle', { name: made.webhook.name })}
          secret={made.secret}
          onKept={() => void navigate(paths.webhookDetail(made.webhook.id), { replace: true })}
        />
      ) : (
        <>
          <header className="page-header">
            <h1>{t('newTitle')}</h1>
          </header>
          <WebhookForm
            initialValues={newWebhookValues}
            draftKey="webhook:new"
            submitText={t('createSubmit')}
            onSubmit={create}
            onCancel={() => void navigate(paths.webhooks)}
          />
        </>
      )}
    </>
  );
}
