import '@fontsource-variable/roboto';
import '#web/staff/platform/theme/theme.css';
import './explorer.css';
import { startI18n } from '#web/shared/i18n/i18n.ts';
import { words } from '#web/shared/i18n/words.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Explorer } from './explorer.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html lost its root element');

await startI18n();
await words('explorer')();
createRoot(root).render(
  <StrictMode>
    <Explorer />
  </StrictMode>,
);

// Answers contain Japanese names in both languages of the page. Without this font, the system's font shows them.
void import('#web/shared/i18n/japanese-font.ts').catch(() => undefined);
