import { useCallback } from 'react';

/** A sound straight from this device, before it is sent. */
export function BlobSound({ sound, label }: { readonly sound: Blob; readonly label: string }) {
  const show = useCallback(
    (audio: HTMLAudioElement | null) => {
      if (audio === null) return undefined;
      const url = URL.createObjectURL(sound);
      audio.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [sound],
  );
  return <audio ref={show} controls aria-label={label} />;
}
