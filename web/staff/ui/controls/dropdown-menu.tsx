import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import './dropdown-menu.css';

export interface MenuChoice {
  readonly key: string;
  readonly text: string;
  readonly lang?: string;
  readonly icon?: ReactNode;
  /** Present for a choice of one among several. */
  readonly checked?: boolean;
  readonly intent?: 'danger' | undefined;
  readonly onChoose: () => void;
}

interface DropdownMenuProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly header?: ReactNode;
  readonly choices: readonly MenuChoice[];
}

/** A button with a menu: arrows, Home, End, Escape and Tab as the ARIA pattern has them. */
export function DropdownMenu({ label, button, header, choices }: DropdownMenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const close = () => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };

  useEffect(() => {
    if (!open) return undefined;
    const list = root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]');
    list?.[0]?.focus();
    // In a list's last rows the menu would open below the window's edge.
    root.current?.lastElementChild?.scrollIntoView?.({ block: 'nearest' });
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  function onKeyDown(event: KeyboardEvent): void {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
    if (target === undefined) return;
    event.preventDefault();
    all.at(target % all.length)?.focus();
  }

  return (
    <div className="dropdown" ref={root}>
      <button
        type="button"
        className="dropdown-button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div className="dropdown-panel">
          {header}
          <div role="menu" id={id} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
            {choices.map((choice) => (
              <button
                key={choice.key}
                type="button"
                role={choice.checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={choice.checked}
                lang={choice.lang}
                className={choice.intent && `dropdown-${choice.intent}`}
                tabIndex={-1}
                onClick={() => {
                  close();
                  choice.onChoose();
                }}
              >
                <span className="dropdown-icon">{choice.icon}</span>
                {choice.text}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
