import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import type { SubmitManner } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { useAnother } from '#web/staff/ui/forms/form-buttons.tsx';
import {
  useCreateContentMutation,
  useUnitOfNewContentQuery,
  type UnitOfNewContentQuery,
} from '#web/staff/operations.generated.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { Breadcrumbs } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { ContentForm } from './content-form.tsx';
import { inputOf, newContentValues, type ContentFormValues } from './content-values.ts';

export const loader = words('contents', 'lessons', 'lists', 'sounds');

/** A new content of a unit. */
export function Component() {
  const { t } = useTranslation(['contents', 'shell']);
  const { unitId = '' } = useParams();
  const query = useUnitOfNewContentQuery({ variables: { id: unitId } });
  const unit = query.data?.lesson;
  useTitle(t('newTitle'));
  return (
    <DetailScreen
      list={paths.textbooks}
      title={t('shell.textbooks')}
      missingTitle={t('unitMissingTitle')}
      missingText={t('missingText')}
      query={query}
      trail={<Breadcrumbs textBook={unit?.textBook} unit={unit} current={t('newTitle')} />}
    >
      {unit && <NewContent unit={unit} />}
    </DetailScreen>
  );
}

function NewContent({ unit }: { readonly unit: UnitOfNewContentQuery['lesson'] }) {
  const { t } = useTranslation(['contents', 'lessons']);
  const navigate = useNavigate();
  const { round, again } = useAnother();
  const withKey = useIdempotencyKey(round);
  const [initialValues, setInitialValues] = useState(newContentValues);
  const [createContent] = useCreateContentMutation(ownProblems);

  async function create(values: ContentFormValues, { another }: SubmitManner): Promise<SubmitOutcome> {
    try {
      const { data } = await createContent({
        variables: { input: withKey({ ...inputOf(values), lessonId: unit.id }) },
      });
      if (data === undefined) throw new Error('The new content came back empty');
      const { id, name, type, pageNumber } = data.createContent;
      const goOn = () => {
        // The next page usually has the same type and the next number.
        setInitialValues({ ...newContentValues, type: values.type, pageNumber: String(pageNumber + 1) });
        again();
      };
      const address = type === 'PUSH_AND_LISTEN' ? paths.pushAndListen(id) : paths.contentDetail(id);
      return {
        saved: () => showToast({ message: t('created', { name }), severity: 'success' }),
        next: () => (another ? goOn() : void navigate(address, { replace: true })),
      };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <>
      <header className="page-header">
        <h1>{t('newTitle')}</h1>
      </header>
      <ContentForm
        key={round}
        initialValues={initialValues}
        draftKey={`content:new:${unit.id}`}
        submitText={t('createSubmit')}
        another={{ text: t('lessons.saveAndAnother') }}
        onSubmit={create}
        onCancel={() => void navigate(paths.lessonDetail(unit.id))}
      />
    </>
  );
}
