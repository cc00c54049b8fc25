import { useSearchParams } from 'react-router-dom';

const all = 'all';

interface OpenUnits {
  readonly isOpen: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly openAll: () => void;
  readonly closeAll: () => void;
}

/** The open units of a textbook. The URL holds them, so that Back and reload show the same. */
export function useOpenUnits(ids: readonly string[]): OpenUnits {
  const [params, setParams] = useSearchParams();
  const named = params.get('open') ?? '';
  const open = named === all ? ids : ids.filter((id) => named.split(',').includes(id));

  function set(value: string): void {
    const next = new URLSearchParams(params);
    if (value === '') next.delete('open');
    else next.set('open', value);
    setParams(next, { replace: true, preventScrollReset: true });
  }

  return {
    isOpen: (id) => open.includes(id),
    toggle: (id) => set((open.includes(id) ? open.filter((one) => one !== id) : [...open, id]).join()),
    openAll: () => set(all),
    closeAll: () => set(''),
  };
}
