import { Spinner } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

const Ready = z.object({ process: z.string() });

/** The gateway that answers now; undefined while none is ready. */
export async function runningGateway(): Promise<string | undefined> {
  const answer = await fetch('/readyz', { cache: 'no-store' }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  return Ready.safeParse(await answer.json().catch(() => undefined)).data?.process;
}

interface RestartingProps {
  /** The gateway that answered before. */
  readonly before: string | undefined;
  readonly onReady: () => void;
}

const askAgainMs = 500;
const longMs = 60_000;

/** Waits until the restarted gateway is ready; the API behind it is then ready too. */
export function Restarting({ before, onReady }: RestartingProps) {
  const { t } = useTranslation('auth');
  const [long, setLong] = useState(false);
  const ready = useRef(onReady);
  useEffect(() => {
    const late = setTimeout(() => setLong(true), longMs);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const ask = async () => {
      const now = await runningGateway();
      if (left) return;
      if (now !== undefined && now !== before) ready.current();
      else timer = setTimeout(() => void ask(), askAgainMs);
    };
    void ask();
    return () => {
      left = true;
      clearTimeout(late);
      clearTimeout(timer);
    };
  }, [before]);
  return (
    <div className="login-form" role="status">
      <Spinner aria-label={t('restarting')} />
      <p>{t('restarting')}</p>
      {long && <p>{t('restartingLong')}</p>}
    </div>
  );
}
