import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DocsPanel } from './docs/docs-panel.tsx';
import type { Place } from './docs/place.ts';
import type { SchemaState } from './requests/use-schema.ts';
import { Tabs } from './tabs.tsx';

interface SidePanelProps {
  readonly found: SchemaState;
  readonly places: readonly Place[];
  readonly onPlaces: (places: readonly Place[]) => void;
  readonly onWrite: (field: string, kind: 'query' | 'mutation') => void;
  readonly history: ReactNode;
}

/** The documentation, and the history of sent requests. */
export function SidePanel({ found, places, onPlaces, onWrite, history }: SidePanelProps) {
  const { t } = useTranslation('explorer');
  const [part, setPart] = useState<'docs' | 'history'>('docs');
  return (
    <section className="panel side" aria-labelledby="side-title">
      <h2 id="side-title" className="visually-hidden">
        {t('side')}
      </h2>
      <Tabs label={t('side')} names={{ docs: t('docs'), history: t('history') }} chosen={part} onChoose={setPart}>
        {part === 'history' ? (
          history
        ) : found.kind === 'ready' ? (
          <DocsPanel schema={found.schema} places={places} onPlaces={onPlaces} onWrite={onWrite} />
        ) : (
          <p role="status">{t(`schema_${found.kind}`)}</p>
        )}
      </Tabs>
    </section>
  );
}
