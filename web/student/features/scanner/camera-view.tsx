import { useEffect, useRef } from 'react';
import type { Camera } from './use-camera.ts';
import { scanLoop } from './scan-loop.ts';

interface CameraViewProps {
  readonly camera: Camera;
  readonly onText: (text: string) => void;
  readonly onBroken: () => void;
}

/** The camera's picture with a frame for the code. */
export function CameraView({ camera, onText, onBroken }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null);
  const callbacks = useRef({ onText, onBroken });
  useEffect(() => {
    callbacks.current = { onText, onBroken };
  });
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    element.srcObject = camera.stream;
    // Rejects only when the sheet has been closed.
    element.play().catch(() => undefined);
    return scanLoop({
      video: element,
      onText: (text) => callbacks.current.onText(text),
      onBroken: () => callbacks.current.onBroken(),
    });
  }, [camera]);
  return (
    <div className="scan-live" aria-hidden>
      <video ref={video} playsInline muted data-mirror={camera.facesChild || undefined} />
      <span className="scan-corners" />
    </div>
  );
}
