import { useEffect, useState } from 'react';
import { troubleOf, type DeviceTrouble } from '#web/student/frame/device-trouble.ts';
import { openCamera, type Camera } from './camera.ts';

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
