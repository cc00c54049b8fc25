import { useTranslation } from 'react-i18next';
import { CodeEditor } from '#web/explorer/editor/code-editor.tsx';
import { jsonReading } from '#web/explorer/editor/languages.ts';
import type { Answer, Cost } from './answer.ts';
import type { Outcome } from './use-request.ts';

/** The answer with what it took: status, time, size, cost and the id by which the logs know it. */
export function AnswerPanel({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation('explorer');
  return (
    <section className="panel answer" aria-labelledby="answer-title">
      <h2 id="answer-title">{t('answer')}</h2>
      <div className="facts" role="status">
        {outcome.kind === 'answer' ? <Facts answer={outcome.answer} /> : <p>{t(`outcome_${wordOf(outcome)}`)}</p>}
      </div>
      <CodeEditor
        label={t('answer')}
        text={outcome.kind === 'answer' ? outcome.answer.text : ''}
        extensions={jsonReading}
      />
    </section>
  );
}

function wordOf(outcome: Exclude<Outcome, { kind: 'answer' }>) {
  return outcome.kind === 'fault' ? (`${outcome.editor}Fault` as const) : outcome.kind;
}

function Facts({ answer }: { readonly answer: Answer }) {
  const { t } = useTranslation('explorer');
  const { status, milliseconds, size, cost, requestId } = answer;
  return (
    <>
      <p>
        <strong className={status < 400 ? 'good' : 'bad'}>{t('status', { status })}</strong>{' '}
        {t('took', { milliseconds, size })}
      </p>
      {cost && <p>{costText(cost, t)}</p>}
      {requestId !== undefined && (
        <p>
          {t('requestId')} <code>{requestId}</code>
        </p>
      )}
    </>
  );
}

function costText({ requested, maximum, limit, remaining, resetsInSeconds }: Cost, t: Translate): string {
  const own = t('cost', { requested, maximum });
  return limit === undefined ? own : `${own} ${t('allowance', { limit, remaining, seconds: resetsInSeconds })}`;
}

type Translate = ReturnType<typeof useTranslation<'explorer'>>['t'];
