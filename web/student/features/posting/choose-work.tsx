import { useEffect, useRef, useState, type RefObject } from 'react';
import { Icon, type IconName } from '#web/student/ui/art/icons.tsx';
import { AlertHint } from '#web/student/ui/text/alert-hint.tsx';
import { Words } from '#web/student/ui/text/words.tsx';
import { useWorkInHand } from '#web/student/platform/work-in-hand.ts';
import { CameraSheet } from './camera-sheet.tsx';
import type { PreparedWork } from './prepared-work.ts';
import { usePostingWords } from './posting-words.ts';
import type { PostingControls, PostingState } from './use-posting.ts';

interface ChooseWorkProps {
  readonly state: Extract<PostingState, { readonly step: 'choosing' }>;
  readonly posting: PostingControls;
  readonly onSpeak: () => void;
}

/**
 * Only browsers of phones and tablets know `capture`. A computer's file field opens a file dialog instead of the camera,
 * on a Chromebook or a Windows tablet with a touch screen too.
 */
const hasCamera = () => 'capture' in HTMLInputElement.prototype;

/** Offers picture, video and recording, and says which files are accepted. */
export function ChooseWork({ state, posting, onSpeak }: ChooseWorkProps) {
  const { t } = usePostingWords();
  const camera = hasCamera();
  const { trouble, chosen, draft } = state;
  return (
    <>
      <p className="posting-ask">
        <Words text={t('ask')} />
      </p>
      {trouble && <AlertHint text={t(`trouble${trouble}`)} />}
      {chosen && (
        <button type="button" className="button button-sun" onClick={() => posting.choose(chosen)}>
          <Icon name="again" size={34} />
          <span>
            <Words text={t('student.tryAgain')} />
          </span>
        </button>
      )}
      <div className="posting-kind">
        {camera && (
          <FileButton
            kind="image"
            posting={posting}
            text={t('takePicture')}
            icon="camera"
            capture
            className="button-primary"
          />
        )}
        {!camera && <CameraButton posting={posting} />}
        <FileButton kind="image" posting={posting} text={t('choosePicture')} icon="wall" />
        <p>
          <Words text={t('limitPicture')} />
        </p>
      </div>
      <div className="posting-kind">
        {camera && <FileButton kind="video" posting={posting} text={t('takeFilm')} icon="film-camera" capture />}
        <FileButton kind="video" posting={posting} text={t('chooseFilm')} icon="video" />
        <p>
          <Words text={t('limitFilm')} />
        </p>
      </div>
      <div className="posting-kind">
        <button type="button" className="button" aria-haspopup="dialog" onClick={onSpeak}>
          <Icon name="microphone" size={36} />
          <span>
            <Words text={t('speak')} />
          </span>
        </button>
        <p>
          <Words text={t('limitVoice')} />
        </p>
      </div>
      {draft && (
        <button type="button" className="button" onClick={() => posting.backTo(draft)}>
          <Icon name="back" size={34} />
          <span>
            <Words text={t('backToWork')} />
          </span>
        </button>
      )}
    </>
  );
}

/** Takes a photo with a camera that the page opens itself. */
function CameraButton({ posting }: { readonly posting: PostingControls }) {
  const { t } = usePostingWords();
  const [open, setOpen] = useState(false);
  useWorkInHand(open);
  return (
    <>
      <button type="button" className="button button-primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="camera" size={36} />
        <span>
          <Words text={t('takePicture')} />
        </span>
      </button>
      {open && (
        <CameraSheet
          onClose={() => setOpen(false)}
          onTaken={(photo) => {
            setOpen(false);
            posting.choose({ kind: 'image', file: photo });
          }}
        />
      )}
    </>
  );
}

interface FileButtonProps {
  readonly kind: PreparedWork['kind'];
  readonly posting: PostingControls;
  readonly text: string;
  readonly icon: IconName;
  /** Opens the camera instead of the album. */
  readonly capture?: boolean;
  readonly className?: string;
}

function FileButton({ kind, posting, text, icon, capture = false, className = '' }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  const picker = usePicker(field);
  return (
    <>
      <button type="button" className={`button ${className}`} onClick={picker.open}>
        <Icon name={icon} size={36} />
        <span>
          <Words text={text} />
        </span>
      </button>
      <input
        ref={field}
        type="file"
        hidden
        accept={`${kind}/*`}
        capture={capture ? 'environment' : undefined}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Cleared, so that the same file can be chosen again.
          if (file) posting.choose({ kind, file });
          currentTarget.value = '';
          picker.closed();
        }}
      />
    </>
  );
}

/** Opens the device's own picker or camera. Its file arrives only while the field is still on the page. */
function usePicker(field: RefObject<HTMLInputElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  useWorkInHand(isOpen);
  useEffect(() => {
    if (!isOpen) return undefined;
    const ends = new AbortController();
    const close = () => setIsOpen(false);
    field.current?.addEventListener('cancel', close, { signal: ends.signal });
    // Safari before 16.4 sends no `cancel`. A touch that reaches the page shows that no picker covers the page.
    document.addEventListener('pointerdown', close, { capture: true, signal: ends.signal });
    return () => ends.abort();
  }, [isOpen, field]);
  const open = () => {
    setIsOpen(true);
    field.current?.click();
  };
  return { open, closed: () => setIsOpen(false) };
}
