import { useEffect, useState } from 'react';
import { troubleOf, type DeviceTrouble } from '#web/student/platform/device/device-trouble.ts';

export type CameraState =
  | { readonly step: 'asking' }
  | { readonly step: 'live'; readonly camera: Camera }
  | { readonly step: 'trouble'; readonly trouble: DeviceTrouble };

/** A camera that is on while the component is there, and never longer. */
export function useCamera(): { readonly state: CameraState; readonly fail: (trouble: DeviceTrouble) => void } {
  const [state, setState] = useState<CameraState>({ step: 'asking' });
  const fail = (trouble: DeviceTrouble) => setState({ step: 'trouble', trouble });
  useEffect(() => {
    let gone = false;
    let close: Camera['close'] | undefined;
    openCamera(() => gone || setState({ step: 'trouble', trouble: 'busy' })).then(
      (camera) => {
        // Allowed when the sheet was closed already: the light must not stay on.
        if (gone) return camera.close();
        close = camera.close;
        setState({ step: 'live', camera });
      },
      (error: unknown) => gone || setState({ step: 'trouble', trouble: troubleOf(error) }),
    );
    return () => {
      gone = true;
      close?.();
    };
  }, []);
  return { state, fail };
}

/** A camera that is on. */
export interface Camera {
  readonly stream: MediaStream;
  /** It looks at the child and not away: the picture is then turned round, as a mirror does. */
  readonly facesChild: boolean;
  /** Turns it off; its light goes out. */
  readonly close: () => void;
}

/** Asks for the camera, the one at the back where there are two. Throws the browser's own errors (`troubleOf`). */
export async function openCamera(onEnd: () => void): Promise<Camera> {
  // Browsers give the camera to pages over TLS and of this very machine only.
  if (!('mediaDevices' in navigator)) throw new DOMException('No camera for this page', 'NotSupportedError');
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const tracks = stream.getVideoTracks();
  for (const track of tracks) track.addEventListener('ended', onEnd);
  return {
    stream,
    facesChild: tracks[0]?.getSettings().facingMode !== 'environment',
    close: () => tracks.forEach((track) => track.stop()),
  };
}
