import type { ReactElement } from 'react';

interface BoardToolProps {
  readonly icon: ReactElement;
  readonly text: string;
  /** For a tool that is on or off. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly onClick: () => void;
}

/** A large button with an icon above its word. */
export function BoardTool({ icon, text, pressed, disabled, className = '', onClick }: BoardToolProps) {
  return (
    <button
      type="button"
      className={`board-tool ${className}`}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
      <span>{text}</span>
    </button>
  );
}
