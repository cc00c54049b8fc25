import { useEffect, useEffectEvent, useState } from 'react';
import { troubleOf, type DeviceTrouble } from '#web/student/platform/device/device-trouble.ts';

export type CameraState =
  | { readonly step: 'asking' }
  | { readonly step: 'live'; readonly camera: Camera }
  | { readonly step: 'trouble'; readonly trouble: DeviceTrouble };

interface OpenCamera {
  readonly state: CameraState;
  /** Closes the camera, whose picture cannot be used. */
  readonly fail: (trouble: DeviceTrouble) => void;
}

/** A camera that is open while the component is mounted. `onHide`: the tab is hidden, where no camera may stay on. */
export function useCamera(onHide: () => void): OpenCamera {
  const [state, setState] = useState<CameraState>({ step: 'asking' });
  const hide = useEffectEvent(onHide);
  const fail = (trouble: DeviceTrouble) => {
    if (state.step === 'live') state.camera.close();
    setState({ step: 'trouble', trouble });
  };
  useEffect(() => {
    let ignore = false;
    let close: Camera['close'] | undefined;
    openCamera(() => ignore || setState({ step: 'trouble', trouble: 'busy' })).then(
      (camera) => {
        // The permission came after the sheet was closed, so the camera must be closed.
        if (ignore) return camera.close();
        close = camera.close;
        setState({ step: 'live', camera });
      },
      (error: unknown) => ignore || setState({ step: 'trouble', trouble: troubleOf(error) }),
    );
    return () => {
      ignore = true;
      close?.();
    };
  }, []);
  useEffect(() => {
    const leave = () => document.hidden && hide();
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, []);
  return { state, fail };
}

/** An open camera. */
export interface Camera {
  readonly stream: MediaStream;
  /** The camera faces the child, so the picture is mirrored. */
  readonly facesChild: boolean;
  /** Closes the camera, so that its light goes off. */
  readonly close: () => void;
}

/** Opens the camera, preferably the rear one. Throws the browser's own errors (`troubleOf`). */
export async function openCamera(onEnd: () => void): Promise<Camera> {
  // Browsers offer the camera only to pages over TLS or on localhost.
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
