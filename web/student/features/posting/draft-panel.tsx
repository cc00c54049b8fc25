import { useEffect, useMemo } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { sender, useSendState, useDeletion } from '#web/student/platform/sending/outbox.ts';
import { useWorkInHand } from '#web/student/platform/work-in-hand.ts';
import { Film } from '#web/student/ui/controls/film.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { Words } from '#web/student/ui/text/words.tsx';
import { ChooseUnit, useUnitChoice, type WorkPlace } from './choose-unit.tsx';
import { useDraftFacts } from './draft-facts.ts';
import { VideoTitle } from './video-title.tsx';
import { SentPanel } from './sent-panel.tsx';
import { usePostingWords } from './posting-words.ts';
import type { PostingControls, PostingState } from './use-posting.ts';

interface DraftPanelProps extends WorkPlace {
  readonly state: Extract<PostingState, { readonly step: 'made' }>;
  readonly posting: PostingControls;
}

/** Previews the work and offers to send it. */
export function DraftPanel({ state: { work, earlier }, posting, classHashCode, units }: DraftPanelProps) {
  const { t } = usePostingWords();
  const { facts, change } = useDraftFacts(work.id);
  const { title } = facts;
  const state = useSendState(work.id);
  // While the work is unsent, the board must not take the child away from it.
  useWorkInHand(state === undefined);
  const { again } = posting;
  useDeletion(state, again);
  const unit = useUnitChoice(units, facts.unitId);

  const send = () => {
    if (!unit) return;
    void sender.send({ ...work, classHashCode, lessonId: unit.id, title: title.trim() });
  };

  if (state) return <SentPanel {...{ state, classHashCode, again, send }} />;
  return (
    <>
      <p className="posting-ask" role="status">
        <Words text={t(earlier ? 'madeEarlier' : 'made')} />
      </p>
      <Preview work={work} />
      {work.kind === 'video' && <VideoTitle value={title} onChange={(typed) => change({ title: typed })} />}
      {units.length > 1 && unit && <ChooseUnit {...{ units, unit }} onChoose={(unitId) => change({ unitId })} />}
      <button type="button" className="button button-primary posting-send" onClick={send}>
        <Icon name="send" size={40} />
        <Words text={t('send')} />
      </button>
      <button type="button" className="button" onClick={() => posting.replace(work)}>
        <Icon name="again" size={34} />
        <Words text={t('other')} />
      </button>
    </>
  );
}

function Preview({ work: { kind, bytes, type } }: Pick<DraftPanelProps['state'], 'work'>) {
  const { t } = usePostingWords();
  const url = useMemo(() => URL.createObjectURL(new Blob([bytes], { type })), [bytes, type]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return kind === 'image' ? (
    <img className="posting-work" src={url} alt={plain(t('madePicture'))} />
  ) : (
    <div className="posting-film">
      <Film className="posting-work" url={url} label={plain(t('madeFilm'))} />
    </div>
  );
}
