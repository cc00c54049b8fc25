import { useEffect, useState } from 'react';
import { Hanamaru } from '#web/student/art/hanamaru.tsx';
import { Sheet } from '#web/student/frame/sheet.tsx';
import { useWaitingWorks } from '#web/student/frame/waiting-works.ts';
import { Words } from '#web/student/text/words.tsx';
import { outbox } from './outbox.ts';
import { isUnderway } from './sender.ts';
import { useSendingWords } from './sending-words.ts';
import { WaitingLine } from './waiting-line.tsx';
import { briefOf, type WorkBrief } from './work.ts';
import './sending.css';

export interface WaitingSheetProps {
  readonly onClose: () => void;
}

/** What this device has still to bring to the walls, whoever made it. */
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

/** The works themselves; read anew whenever one came or went. */
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
