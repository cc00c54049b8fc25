import { useTranslation } from 'react-i18next';
import { useEffect, useRef } from 'react';
import { Hanamaru } from '#web/student/ui/art/hanamaru.tsx';
import { Words } from '#web/student/ui/text/words.tsx';
import type { RecorderState } from './recorder.ts';
import { MicrophonePicture, type Mood } from './microphone-picture.tsx';

type RecordWords = ReturnType<typeof useRecordWords>['t'];

/** The recorder's current message: a picture, the hanamaru once it is earned, and a few words, announced when they change. */
export function RecorderMessage({ state }: { readonly state: RecorderState }) {
  const { t } = useRecordWords();
  const { mood, title, text } = messageOf(state, t);
  const words = useRef<HTMLDivElement>(null);
  const { step } = state;
  // Scrolls a new message into view on phones.
  useEffect(() => {
    if (step !== 'ready') words.current?.scrollIntoView({ block: 'nearest' });
  }, [step]);
  return (
    <div className="record-said">
      {mood === 'praise' ? <Hanamaru key={step} size={76} drawn /> : <MicrophonePicture mood={mood} />}
      <div ref={words} className="record-words" role="status">
        {title && (
          <p className="record-words-title">
            <Words text={title} />
          </p>
        )}
        <p>
          <Words text={text} />
        </p>
        {step === 'ready' && (
          <p>
            <Words text={t('limit')} />
          </p>
        )}
      </div>
    </div>
  );
}

interface Said {
  readonly mood: Mood | 'praise';
  readonly title?: string;
  readonly text: string;
}

function messageOf(state: RecorderState, t: RecordWords): Said {
  switch (state.step) {
    case 'ready':
      return { mood: 'ready', text: t('ready') };
    case 'asking':
      return { mood: 'asking', text: t('asking') };
    case 'counting':
      return { mood: 'ready', text: t('counting', { left: state.left }) };
    case 'recording':
      return { mood: 'hearing', text: t('recording') };
    case 'too-short':
      return { mood: 'asking', text: t('tooShort') };
    case 'trouble':
      return { mood: state.trouble, title: t(`${state.trouble}Title`), text: t(`${state.trouble}Text`) };
    case 'made':
      if (state.recording.silent) return { mood: 'asking', text: t('silent') };
      return { mood: 'praise', text: t(state.earlier ? 'earlier' : 'made') };
    case 'sent':
      return {
        mood: 'praise',
        title: t(state.shown ? 'sentShown' : 'sentWaiting'),
        text: t(state.shown ? 'sentShownText' : 'sentWaitingText'),
      };
  }
}

/** `t` for the namespace of recording; other namespaces need a prefix. */
export function useRecordWords() {
  return useTranslation(['record', 'student', 'sending']);
}
