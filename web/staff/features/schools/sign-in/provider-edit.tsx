import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import {
  type ProviderDetailFragment,
  SignInProvidersDocument,
  type SignInProvidersQuery,
  useUpdateSignInProviderMutation,
} from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import { ProviderForm } from './provider-form.tsx';
import { inputOf, type ProviderValues, valuesOf } from './provider-values.ts';

interface ProviderEditProps {
  readonly schoolId: string;
  readonly found: ProviderDetailFragment;
  readonly onSaved: (id: string) => void;
  readonly onCancel: () => void;
}

/** Changes a provider of a school. */
export function ProviderEdit({ schoolId, found, onSaved, onCancel }: ProviderEditProps) {
  const { t } = useTranslation('schools');
  const [update] = useUpdateSignInProviderMutation(ownProblems);
  const { save, notice } = useEdit({
    found,
    valuesOf,
    send: (target, values: ProviderValues) => {
      const input = inputOf(values);
      return update({ variables: { input: { ...input, ...target, clientSecret: input.clientSecret || null } } });
    },
    query: SignInProvidersDocument,
    variables: { schoolId },
    detailOf: (data: SignInProvidersQuery) =>
      unmask<ProviderDetailFragment>(data.signInProviders).find(({ id }) => id === found.id),
    savedText: t('providerSaved'),
    onDone: () => onSaved(found.id),
  });
  return (
    <ProviderForm isNew={false} initialValues={valuesOf(found)} onSubmit={save} onCancel={onCancel} notice={notice} />
  );
}
