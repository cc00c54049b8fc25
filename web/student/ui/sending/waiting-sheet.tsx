import { useEffect, useState } from 'react';
import { Hanamaru } from '#web/student/ui/art/hanamaru.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { useWaitingWorks } from '#web/student/platform/sending/waiting-works.ts';
import { Words } from '#web/student/ui/text/words.tsx';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import { isUnderway } from '#web/student/platform/sending/sender.ts';
import { useSendingWords } from './send-progress.tsx';
import { WaitingLine } from './waiting-line.tsx';
import { briefOf, type WorkBrief } from '#web/student/platform/sending/work.ts';
import './sending.css';

export interface WaitingSheetProps {
  readonly onClose: () => void;
}

/** The unsent works of this device, of all profiles. */
export function WaitingSheet({ onClose }: WaitingSheetProps) {
  const { t } = useSendingWords();
  const works = useUnderway();
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
      <ul className="send-lines">
        {works?.map((work) => (
          <WaitingLine key={work.id} work={work} />
        ))}
      </ul>
    </Sheet>
  );
}

/** The unsent works, read again whenever one is added or removed. */
function useUnderway(): readonly WorkBrief[] | undefined {
  const ids = useWaitingWorks();
  const [works, setWorks] = useState<readonly WorkBrief[]>();
  useEffect(() => {
    let gone = false;
    void outbox.select(briefOf).then((all) => gone || setWorks(all.filter(isUnderway)));
    return () => {
      gone = true;
    };
  }, [ids]);
  return works;
}
