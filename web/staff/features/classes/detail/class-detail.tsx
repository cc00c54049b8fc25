import { Button } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { wordsAndDays } from '#web/staff/platform/settings/settings.ts';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { ClassCopy } from '#web/staff/features/classes/copy/class-copy.tsx';
import { ClassEdit } from '#web/staff/features/classes/form/class-edit.tsx';
import { ClassShare } from '#web/staff/features/classes/share/class-share.tsx';
import { ClassFacts } from './class-facts.tsx';
import { ClassFrame } from './class-frame.tsx';
import { ClassMenu } from './class-menu.tsx';
import { ClassUnits } from './class-units.tsx';
import './class-detail.css';

export const loader = wordsAndDays('classes', 'lists');

/** One class: its codes and links to hand out, its facts and units; changed by `?edit`, copied by `?copy`. */
export function Component() {
  const { t } = useTranslation('classes');
  const { id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const doing = search.has('edit') ? 'edit' : search.has('copy') ? 'copy' : 'look';
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [doing]);
  const toEdit = () => setSearch({ edit: '' });
  const done = () => setSearch({}, { replace: true });
  const body = (found: ClassDetailFragment) => {
    if (doing === 'edit') return <ClassEdit found={found} onDone={done} />;
    if (doing === 'copy') return <ClassCopy found={found} onCancel={done} />;
    return (
      <div className="class-detail">
        <ClassShare found={found} />
        <div>
          <ClassFacts found={found} />
          <ClassUnits found={found} />
        </div>
      </div>
    );
  };
  const actions = (found: ClassDetailFragment) => (
    <>
      <Button icon={<Edit />} text={t('edit')} onClick={toEdit} />
      <ClassMenu found={found} onCopy={() => setSearch({ copy: '' })} />
    </>
  );
  return (
    <ClassFrame id={id} {...(doing === 'look' && { actions })}>
      {body}
    </ClassFrame>
  );
}
