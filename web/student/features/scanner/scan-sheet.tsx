import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#web/student/ui/art/icons.tsx';
import type { DeviceTrouble } from '#web/student/platform/device/device-trouble.ts';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { Words } from '#web/student/ui/text/words.tsx';
import { CameraView } from './camera-view.tsx';
import { scannedCode, type ScannedCode, type CodeHint } from './scanned-code.ts';
import { useCamera } from './use-camera.ts';
import './scan-sheet.css';

export interface ScanSheetProps {
  readonly onClose: () => void;
  /** Called when the child chooses to type the code. */
  readonly onType: () => void;
  /** Opens a scanned code; resolves with the reason when it cannot. */
  readonly onCode: (code: ScannedCode) => Promise<CodeHint | null>;
}

/** Scans a printed code with the camera. */
export function ScanSheet({ onClose, onType, onCode }: ScanSheetProps) {
  const { t } = useTranslation(['scan', 'student']);
  const { state, fail } = useCamera(onClose);
  const { hint, take } = useScanned(onCode);
  return (
    <Sheet title={t('title')} onClose={onClose}>
      <div className="scan" data-step={state.step}>
        {state.step === 'trouble' && <TroublePicture trouble={state.trouble} />}
        {state.step === 'live' && (
          <CameraView camera={state.camera} onText={take} onBroken={() => fail('unsupported')} />
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

/** Milliseconds before a code that stays visible is tried again. */
const pause = 4_000;

/** The text for an unknown code does not blame the child. */
const hintWords = (hint: CodeHint) => (hint === 'codeUnknown' ? 'notOurs' : (`student.${hint}` as const));

/** Handles each code once, although the camera sees it five times a second. */
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
      // After a network error or a busy server, the same code is tried again after a pause.
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
