import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import {
  useUpdateWebhookMutation,
  WebhookDocument,
  type WebhookDetailFragment,
  type WebhookQuery,
} from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { inputOf, valuesOf, type WebhookFormValues } from './webhook-values.ts';

interface WebhookEditProps {
  readonly found: WebhookDetailFragment;
  readonly onDone: () => void;
}

/** Changes a webhook's name, address and events. */
export function WebhookEdit({ found, onDone }: WebhookEditProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  const [updateWebhook] = useUpdateWebhookMutation({
    ...ownProblems,
  });
  const draftKey = `webhook:${found.id}`;
  const { save, notice } = useEdit({
    found,
    draftKey,
    valuesOf,
    send: (target, values: WebhookFormValues) =>
      updateWebhook({ variables: { input: { ...inputOf(values), ...target } } }),
    query: WebhookDocument,
    detailOf: (data: WebhookQuery) => unmask<WebhookDetailFragment>(data.webhook),
    savedText: t('saved'),
    onDone,
  });
  return (
    <WebhookForm
      initialValues={valuesOf(found)}
      draftKey={draftKey}
      submitText={t('common.save')}
      onSubmit={save}
      onCancel={onDone}
      notice={notice}
    />
  );
}
