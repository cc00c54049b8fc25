import { Button, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useTextInput } from './text-field.tsx';

interface PasswordFieldProps extends FieldProps {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password field with a button that shows the password and a notice while Caps Lock is on. */
export function PasswordField({ autoComplete, ...field }: PasswordFieldProps) {
  const { t } = useTranslation('auth');
  const input = useTextInput(field.name);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <InputGroup
            {...control}
            {...input}
            type={shown ? 'text' : 'password'}
            onBlur={(event) => {
              setCapsLock(false);
              input.onBlur(event);
            }}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            rightElement={
              <Button
                variant="minimal"
                icon={shown ? <EyeOff /> : <EyeOpen />}
                aria-label={shown ? t('hidePassword') : t('showPassword')}
                onClick={() => setShown(!shown)}
              />
            }
          />
          <div role="status" className="caps-lock">
            {capsLock && t('capsLock')}
          </div>
        </>
      )}
    </FieldFrame>
  );
}
