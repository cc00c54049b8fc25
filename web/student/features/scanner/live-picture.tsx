import { useEffect, useRef } from 'react';
import type { Camera } from './use-camera.ts';
import { scanLoop } from './scan-loop.ts';

interface LivePictureProps {
  readonly camera: Camera;
  readonly onText: (text: string) => void;
  readonly onBroken: () => void;
}

/** What the camera sees, with corners to hold the code between. */
export function LivePicture({ camera, onText, onBroken }: LivePictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const heard = useRef({ onText, onBroken });
  useEffect(() => {
    heard.current = { onText, onBroken };
  });
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    element.srcObject = camera.stream;
    // Refused only where the sheet was closed meanwhile.
    element.play().catch(() => undefined);
    return scanLoop({
      video: element,
      onText: (text) => heard.current.onText(text),
      onBroken: () => heard.current.onBroken(),
    });
  }, [camera]);
  return (
    <div className="scan-live" aria-hidden>
      <video ref={video} playsInline muted data-mirror={camera.facesChild || undefined} />
      <span className="scan-corners" />
    </div>
  );
}
