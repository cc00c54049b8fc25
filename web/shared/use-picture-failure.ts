import { useEffect, useState } from 'react';

/**
 * Whether a picture did not load by its current address. A renewed address is tried at once. A signed address stays the
 * same for a day, so the failed address is tried again when the network returns.
 */
export function usePictureFailure(url: string | undefined) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const failed = url !== undefined && url === failedUrl;
  useEffect(() => {
    if (!failed) return undefined;
    const tryAgain = () => setFailedUrl(undefined);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [failed]);
  return { failed, onError: () => setFailedUrl(url) };
}
