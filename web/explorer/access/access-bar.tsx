import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';
import { apiKeyPattern } from './api-key.ts';
import type { Caller } from './caller.ts';

interface AccessBarProps {
  readonly caller: Caller;
  readonly apiKey: string;
  readonly onApiKey: (key: string) => void;
}

const hints = { apiKey: 'asKey', staff: 'asStaff', nobody: 'asNobody' } as const;

/** Shows and changes the identity of the requests: a key pasted in this tab, or the user signed in to this browser. */
export function AccessBar({ caller, apiKey, onApiKey }: AccessBarProps) {
  const { t } = useTranslation('explorer');
  const odd = apiKey !== '' && !apiKeyPattern.test(apiKey);
  return (
    <section className="access" aria-label={t('access')}>
      <label htmlFor="api-key">{t('apiKey')}</label>
      <input
        id="api-key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder="mbk_…"
        value={apiKey}
        aria-invalid={odd}
        aria-describedby="api-key-hint"
        onChange={(event) => onApiKey(event.target.value.trim())}
      />
      {apiKey !== '' && (
        <button type="button" className="small" onClick={() => onApiKey('')}>
          {t('forgetKey')}
        </button>
      )}
      <p id="api-key-hint" className="hint" role="status">
        {odd ? t('keyOdd') : t(hints[caller.kind], { name: caller.name })}{' '}
        {caller.kind === 'nobody' && (
          <a href={paths.login()} target="_blank" rel="noreferrer">
            {t('signIn')}
          </a>
        )}
      </p>
    </section>
  );
}
