import { Button, Dialog } from '@blueprintjs/core';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickerOption } from '#web/staff/ui/forms/picker-options.ts';
import { Picker } from '#web/staff/ui/forms/picker.tsx';
import '#web/staff/ui/controls/confirm.css';

/** The first page of a search; typing narrows the search to reach other rows. */
export const choicesPage = { number: 1, size: 50 };

/** A server-side search for the dialog's options. */
export interface Choices {
  readonly options: readonly PickerOption[];
  readonly onSearch: (text: string) => void;
  /** The search text of the current options; undefined before the first answer. */
  readonly answered: string | undefined;
}

interface ChooseDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly label: string;
  readonly choices: Choices;
  readonly confirmText: string;
  /** The choice cannot be undone. */
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly onConfirm: (chosen: PickerOption) => void;
  readonly onClose: () => void;
}

/** A dialog that lets the user pick one option and confirm an action on it. */
export function ChooseDialog(props: ChooseDialogProps) {
  const { title, text, label, choices, confirmText, danger = false, busy, onConfirm, onClose } = props;
  const { t } = useTranslation('common');
  const titleId = useId();
  const [chosen, setChosen] = useState<PickerOption>();
  const { options, onSearch, answered } = choices;
  return (
    <Dialog
      isOpen
      shouldReturnFocusOnClose
      onClose={onClose}
      onOpening={(dialog) => dialog.querySelector('input')?.focus()}
      className="confirm"
      aria-labelledby={titleId}
    >
      <h2 id={titleId}>{title}</h2>
      <div className="confirm-text">{text}</div>
      <div className="school-choice">
        <Picker
          aria-label={label}
          placeholder={label}
          options={options}
          source={{ onSearch, answered, known: chosen ? [chosen] : [] }}
          value={chosen?.value ?? null}
          onPick={(value) => setChosen(options.find((option) => option.value === value))}
        />
      </div>
      <div className="confirm-buttons">
        <Button text={t('cancel')} onClick={onClose} disabled={busy} />
        <Button
          intent={danger ? 'danger' : 'primary'}
          text={confirmText}
          disabled={!chosen || busy}
          onClick={() => chosen && onConfirm(chosen)}
        />
      </div>
    </Dialog>
  );
}
