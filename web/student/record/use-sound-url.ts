import { useEffect, useMemo } from 'react';

/** An address under which the page plays a recording, while it shows it; null for none. */
export function useSoundUrl(bytes: ArrayBuffer | undefined): string | null {
  const url = useMemo(() => (bytes ? URL.createObjectURL(new Blob([bytes], { type: 'audio/mpeg' })) : null), [bytes]);
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}
