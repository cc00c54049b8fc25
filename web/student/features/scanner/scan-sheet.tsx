import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#web/student/ui/art/icons.tsx';
import type { DeviceTrouble } from '#web/student/platform/device/device-trouble.ts';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { Words } from '#web/student/ui/text/words.tsx';
import { LivePicture } from './live-picture.tsx';
import { scannedCode, type ScannedCode, type CodeHint } from './scanned-code.ts';
import { useCamera } from './use-camera.ts';
import './scan-sheet.css';

export interface ScanSheetProps {
  readonly onClose: () => void;
  /** Somebody would rather type. */
  readonly onType: () => void;
  /** Opens what was scanned; says why it cannot. */
  readonly onCode: (code: ScannedCode) => Promise<CodeHint | null>;
}

/** The camera's picture, in which a printed code is looked for. */
export function ScanSheet({ onClose, onType, onCode }: ScanSheetProps) {
  const { t } = useTranslation(['scan', 'student']);
  const { state, fail } = useCamera();
  const { hint, take } = useScanned(onCode);
  useEffect(() => {
    const leave = () => document.hidden && onClose();
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [onClose]);
  return (
    <Sheet title={t('title')} onClose={onClose}>
      <div className="scan" data-step={state.step}>
        {state.step === 'trouble' && <TroublePicture trouble={state.trouble} />}
        {state.step === 'live' && (
          <LivePicture camera={state.camera} onText={take} onBroken={() => fail('unsupported')} />
        )}
        <div className="scan-words" role="status">
          {state.step === 'trouble' && (
            <h3>
              <Words text={t(`${state.trouble}Title`)} />
            </h3>
          )}
          <p className={hint ? 'field-hint' : undefined}>
            <span>
              <Words
                text={state.step === 'trouble' ? t(`${state.trouble}Text`) : t(hint ? hintWords(hint) : state.step)}
              />
            </span>
          </p>
        </div>
        <button type="button" className="button button-sun" onClick={onType}>
          <Icon name="book" size={32} />
          <span>
            <Words text={t('typeCode')} />
          </span>
        </button>
      </div>
    </Sheet>
  );
}

/** Milliseconds after which a code that is still held there is tried anew. */
const pause = 4_000;

/** A code that nobody knows is no fault of who holds it up. */
const hintWords = (hint: CodeHint) => (hint === 'codeUnknown' ? 'notOurs' : (`student.${hint}` as const));

/** Takes each text of a code once: it is seen five times a second while it is held there. */
function useScanned(onCode: ScanSheetProps['onCode']) {
  const [hint, setHint] = useState<CodeHint | null>(null);
  const last = useRef<string>(undefined);
  const opening = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const take = (text: string) => {
    if (opening.current || text === last.current) return;
    last.current = text;
    const code = scannedCode(text);
    if (!code) return setHint('codeUnknown');
    opening.current = true;
    void onCode(code).then((problem) => {
      opening.current = false;
      setHint(problem);
      // A network that was away, or a server that was busy, is tried anew with the same code; not five times a second.
      if (problem !== null && problem !== 'codeUnknown')
        timer.current = setTimeout(() => (last.current = undefined), pause);
    });
  };
  return { hint, take };
}

const badges = { refused: 'lock', missing: 'plug', busy: 'waiting', unsupported: 'close' } as const satisfies Record<
  DeviceTrouble,
  IconName
>;

function TroublePicture({ trouble }: { readonly trouble: DeviceTrouble }) {
  return (
    <span className="scan-trouble" data-trouble={trouble}>
      <Icon name="qr" size={60} />
      <span className="picture-badge">
        <Icon name={badges[trouble]} size={26} />
      </span>
    </span>
  );
}
