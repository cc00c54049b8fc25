import { InputGroup } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settled, type Area } from './area.ts';
import './area-values.css';

interface AreaValuesProps {
  readonly label: string;
  readonly area: Area;
  readonly minimum: number;
  readonly onChange: (area: Area) => void;
}

const parts = ['x', 'y', 'width', 'height'] as const;

/** An area as four numbers, for exact values and for users who cannot see the picture. */
export function AreaValues({ label, area, minimum, onChange }: AreaValuesProps) {
  const { t } = useTranslation('forms');
  const names = { x: t('areaLeft'), y: t('areaTop'), width: t('areaWidth'), height: t('areaHeight') };
  function take(part: (typeof parts)[number], value: number): void {
    const next = { ...area, [part]: part === 'x' || part === 'y' ? Math.min(value, 100 - minimum) : value };
    onChange(settled({ ...next, width: Math.max(minimum, next.width), height: Math.max(minimum, next.height) }));
  }
  return (
    <div className="area-values" role="group" aria-label={label}>
      {parts.map((part) => (
        <AreaValue key={part} name={names[part]} value={area[part]} onTake={(value) => take(part, value)} />
      ))}
    </div>
  );
}

interface AreaValueProps {
  readonly name: string;
  readonly value: number;
  readonly onTake: (value: number) => void;
}

/** Applies the number on blur or Enter, because a half-typed number must not move the area. */
function AreaValue({ name, value, onTake }: AreaValueProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  function take(): void {
    const given = Number((typed ?? '').normalize('NFKC').trim() || Number.NaN);
    if (Number.isFinite(given)) onTake(Math.max(0, given));
    setTyped(undefined);
  }
  return (
    <span>
      <label htmlFor={id}>{name}</label>
      <InputGroup
        id={id}
        size="small"
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? String(value)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          take();
        }}
      />
    </span>
  );
}
