import { useEffect, useState } from 'react';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
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
  /** What the server proposed for the fields as they were first. */
  readonly proposal: ClassCopyPlanFragment;
}

/** What will be made, by the fields as they stand: the server tries it and writes nothing. */
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
          setPlan(data.copyClass);
          setSettled(values);
        },
        // What cannot be tried out now is said when the copy is made.
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
