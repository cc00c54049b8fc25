import { useEffect, useRef } from 'react';
import type { Camera } from './use-camera.ts';
import { scanLoop } from './scan-loop.ts';

interface LivePictureProps {
  readonly camera: Camera;
  readonly onText: (text: string) => void;
  readonly onBroken: () => void;
}

/** The camera's picture with a frame for the code. */
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
    // Rejects only when the sheet has been closed.
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
