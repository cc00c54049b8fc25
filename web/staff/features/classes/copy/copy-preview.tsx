import { useEffect, useState } from 'react';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import {
  useCopyClassMutation,
  type ClassCopyPlanFragment,
  type ClassDetailFragment,
} from '#web/staff/operations.generated.ts';
import { CopyPlan } from './copy-plan.tsx';
import { copyInputOf, type CopyValues } from './copy-values.ts';

/** Milliseconds after the last change (section 9). */
const debounce = 500;

interface CopyPreviewProps {
  readonly source: Pick<ClassDetailFragment, 'id'>;
  /** The server's plan for the form's first values. */
  readonly proposal: ClassCopyPlanFragment;
}

/** The preview of the copy for the current fields, by a debounced dry run that writes nothing. */
export function CopyPreview({ source, proposal }: CopyPreviewProps) {
  const { t } = useTranslation('classes');
  const [tryOut] = useCopyClassMutation(ownProblems);
  const { values, valid, pristine } = useFormState<CopyValues>({
    subscription: { values: true, valid: true, pristine: true },
  });
  const [plan, setPlan] = useState(proposal);
  const [settled, setSettled] = useState(values);
  useEffect(() => {
    if (!valid || pristine) return undefined;
    let outdated = false;
    const timer = setTimeout(() => {
      tryOut({ variables: { input: copyInputOf(source.id, values, true) } }).then(
        ({ data }) => {
          if (outdated || !data) return;
          setPlan(unmask<ClassCopyPlanFragment>(data.copyClass));
          setSettled(values);
        },
        // A failed dry run keeps the old preview; creating the copy shows the problem.
        () => undefined,
      );
    }, debounce);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [tryOut, source.id, values, valid, pristine]);
  return (
    <section className="panel copy-preview" aria-label={t('copyPreview')} aria-busy={valid && settled !== values}>
      <h3>{t('copyPreview')}</h3>
      <CopyPlan plan={plan} />
    </section>
  );
}
