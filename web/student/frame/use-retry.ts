import { useCallback } from 'react';

/** A refetch that reports its failure through its query alone. */
export function useRetry(refetch: () => Promise<unknown>): () => void {
  return useCallback(() => {
    refetch().catch(() => undefined);
  }, [refetch]);
}
