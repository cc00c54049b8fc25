import { Checkbox } from '@blueprintjs/core';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import type { ApiKeyScope } from '#schema/api-key-scopes.ts';
import { FieldFrame, useFieldProblem } from '#web/staff/ui/forms/field-frame.tsx';
import { scopeAreas, writeWordOf } from './api-key-scopes.ts';
import './scopes-field.css';

/** What the key may do: an area a row, to read it and to change it apart. */
export function ScopesField() {
  const { t } = useTranslation('api-keys');
  return (
    <FieldFrame name="scopes" label={t('scopes')} hint={t('scopesHint')} required group>
      {(control, labelId) => (
        <div role="group" aria-labelledby={labelId} aria-describedby={control['aria-describedby']}>
          <ul className="scopes">
            {scopeAreas.map((area) => (
              <li key={area.word}>
                <span>{t(area.word)}</span>
                <ScopeTick scope={area.read} text={t('read')} area={t(area.word)} />
                {'write' in area && <ScopeTick scope={area.write} text={t(writeWordOf(area))} area={t(area.word)} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FieldFrame>
  );
}

interface ScopeTickProps {
  readonly scope: ApiKeyScope;
  readonly text: string;
  readonly area: string;
}

function ScopeTick({ scope, text, area }: ScopeTickProps) {
  const { input } = useField<string>('scopes', { type: 'checkbox', value: scope });
  const problem = useFieldProblem('scopes');
  return (
    <Checkbox
      label={text}
      aria-label={`${area}: ${text}`}
      aria-invalid={problem !== undefined}
      name={input.name}
      value={input.value}
      checked={input.checked ?? false}
      onChange={input.onChange}
      onBlur={input.onBlur}
      onFocus={input.onFocus}
    />
  );
}
