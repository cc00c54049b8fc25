import { problemOf } from '#web/shared/apollo/problem.ts';
import { useAddSignInProviderMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { ProviderForm } from './provider-form.tsx';
import { inputOf, newProviderValues, type ProviderValues } from './provider-values.ts';

interface ProviderCreateProps {
  readonly schoolId: string;
  readonly onSaved: (id: string) => void;
  readonly onCancel: () => void;
}

/** Adds a provider to a school. */
export function ProviderCreate({ schoolId, onSaved, onCancel }: ProviderCreateProps) {
  const [add] = useAddSignInProviderMutation(ownProblems);

  async function submit(values: ProviderValues): Promise<SubmitOutcome> {
    try {
      const { data } = await add({ variables: { input: { schoolId, ...inputOf(values) } } });
      if (data === undefined) throw new Error('The provider came back empty');
      const { id } = data.addSignInProvider;
      return { saved: () => onSaved(id) };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return <ProviderForm isNew initialValues={newProviderValues} onSubmit={submit} onCancel={onCancel} />;
}
