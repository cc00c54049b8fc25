import { useEffect, useRef } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { useCamera, type Camera } from '#web/student/features/scanner/use-camera.ts';
import { Words } from '#web/student/ui/text/words.tsx';
import { usePostingWords } from './posting-words.ts';
import './camera-sheet.css';

interface CameraSheetProps {
  readonly onClose: () => void;
  readonly onTaken: (photo: File) => void;
}

/** The camera of a computer, which no file field opens: its picture and a button to take a photo. */
export function CameraSheet({ onClose, onTaken }: CameraSheetProps) {
  const { t } = usePostingWords();
  const { state } = useCamera(onClose);
  return (
    <Sheet title={t('takePicture')} onClose={onClose}>
      <div className="camera" data-step={state.step}>
        {state.step === 'live' ? (
          <Finder camera={state.camera} onTaken={onTaken} />
        ) : (
          <p role="status">
            <Words text={t(state.step === 'asking' ? 'cameraAsking' : 'cameraTrouble')} />
          </p>
        )}
      </div>
    </Sheet>
  );
}

function Finder({ camera, onTaken }: { readonly camera: Camera; readonly onTaken: CameraSheetProps['onTaken'] }) {
  const { t } = usePostingWords();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const { current } = video;
    if (!current) return;
    current.srcObject = camera.stream;
    // Rejects only when the sheet has been closed.
    current.play().catch(() => undefined);
  }, [camera]);
  const take = () => {
    const { current } = video;
    if (!current || current.videoWidth === 0) return;
    const canvas = document.createElement('canvas');
    canvas.width = current.videoWidth;
    canvas.height = current.videoHeight;
    canvas.getContext('2d')?.drawImage(current, 0, 0);
    const type = 'image/jpeg';
    canvas.toBlob((blob) => blob && onTaken(new File([blob], 'photo.jpg', { type })), type, 0.92);
  };
  return (
    <>
      <video ref={video} playsInline muted data-mirror={camera.facesChild || undefined} />
      <button type="button" className="button button-primary" onClick={take}>
        <Icon name="camera" size={44} />
        <span>
          <Words text={t('takePicture')} />
        </span>
      </button>
    </>
  );
}
