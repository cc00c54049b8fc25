import { Button, Spinner } from '@blueprintjs/core';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMissingStyles, watchStyles } from './missing-styles.ts';
import './late-part.css';

/** A lazily loaded part of a screen: its code is fetched when the part is shown, or a moment before. */
interface LatePart<Props> {
  readonly Part: ComponentType<Props>;
  /** Prefetches the code, when the pointer or the focus comes near. */
  readonly prepare: () => void;
}

export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  watchStyles();
  let arrived: ComponentType<Props> | undefined;
  let coming: Promise<ComponentType<Props>> | undefined;
  const styled = async () => {
    const part = await load();
    await loadMissingStyles();
    return (arrived = part);
  };

  // Single flight: callers share one fetch. After a failure, the next call fetches again.
  const fetched = () =>
    (coming ??= styled().catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));

  function Part(props: Props) {
    const { t } = useTranslation(['forms', 'common']);
    const [Ready, setReady] = useState(() => arrived);
    const [failed, setFailed] = useState(false);
    const again = useRef<HTMLButtonElement>(null);
    useEffect(() => {
      if (failed) return undefined;
      let ignore = false;
      fetched().then(
        (part) => ignore || setReady(() => part),
        () => ignore || setFailed(true),
      );
      return () => {
        ignore = true;
      };
    }, [failed]);
    // The failed part offers nothing to focus, so the focus moves to the retry button.
    useEffect(() => {
      if (failed) again.current?.focus();
    }, [failed]);
    if (Ready) return <Ready {...props} />;
    if (!failed) {
      return (
        <div className="late-part">
          <Spinner size={32} aria-label={t('common.loading')} />
        </div>
      );
    }
    return (
      <div className="late-part" role="alert">
        <p>{t('partMissing')}</p>
        <Button ref={again} text={t('common.retry')} onClick={() => setFailed(false)} />
      </div>
    );
  }

  return { Part, prepare: () => void fetched().catch(() => undefined) };
}
