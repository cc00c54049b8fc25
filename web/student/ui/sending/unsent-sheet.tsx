import { useEffect, useState } from 'react';
import { Hanamaru } from '#web/student/ui/art/hanamaru.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { useFocusAfterPress } from '#web/student/ui/controls/use-kept-focus.ts';
import { useUnsentWorks } from '#web/student/platform/sending/unsent-works.ts';
import { Words } from '#web/student/ui/text/words.tsx';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import { useSendingWords } from './send-progress.tsx';
import { UnsentLine } from './unsent-line.tsx';
import { briefOf, isSent, type WorkBrief } from '#web/student/platform/sending/work.ts';
import './sending.css';

export interface UnsentSheetProps {
  readonly onClose: () => void;
}

/** The unsent works of this device, of all profiles. */
export function UnsentSheet({ onClose }: UnsentSheetProps) {
  const { t } = useSendingWords();
  const works = useSentWorks();
  const list = useFocusAfterPress<HTMLUListElement>(String(works?.length));
  return (
    <Sheet title={t('waitingTitle')} onClose={onClose}>
      {works?.length === 0 && (
        <div className="send-none">
          <Hanamaru size={110} />
          <p role="status">
            <Words text={t('waitingNone')} />
          </p>
        </div>
      )}
      <ul ref={list} tabIndex={-1} className="send-lines">
        {works?.map((work) => (
          <UnsentLine key={work.id} work={work} />
        ))}
      </ul>
    </Sheet>
  );
}

/** The unsent works, read again whenever one is added or removed. */
function useSentWorks(): readonly WorkBrief[] | undefined {
  const ids = useUnsentWorks();
  const [works, setWorks] = useState<readonly WorkBrief[]>();
  useEffect(() => {
    let ignore = false;
    void outbox.select(briefOf).then((all) => ignore || setWorks(all.filter(isSent)));
    return () => {
      ignore = true;
    };
  }, [ids]);
  return works;
}
