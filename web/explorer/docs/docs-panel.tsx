import type { GraphQLSchema } from 'graphql';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Description } from './description.tsx';
import type { Place } from './place.ts';
import { searchSchema } from './search.ts';
import { TypePage } from './type-page.tsx';

interface DocsPanelProps {
  readonly schema: GraphQLSchema;
  /** The history of visited places; the last place is the current one. */
  readonly places: readonly Place[];
  readonly onPlaces: (places: readonly Place[]) => void;
  readonly onWrite: (field: string, kind: 'query' | 'mutation') => void;
}

/** The schema's documentation: a search, or pages that start at the root fields. */
export function DocsPanel({ schema, places, onPlaces, onWrite }: DocsPanelProps) {
  const { t } = useTranslation('explorer');
  const [search, setSearch] = useState('');
  const found = useMemo(() => searchSchema(schema, search), [schema, search]);
  const place = places.at(-1);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  const move = (next: readonly Place[]) => {
    moved.current = true;
    setSearch('');
    onPlaces(next);
  };
  const go = (next: Place) => move([...places, next]);
  // After a move inside the panel the pressed link is gone, so the heading takes the focus. A move from the editor
  // keeps the focus in the editor.
  useEffect(() => {
    if (moved.current) heading.current?.focus({ preventScroll: places.at(-1)?.field !== undefined });
    moved.current = false;
  }, [places]);
  return (
    <>
      <input
        type="search"
        aria-label={t('searchDocs')}
        placeholder={t('searchDocs')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="roots">
        {places.length > 0 && (
          <button type="button" className="small" onClick={() => move(places.slice(0, -1))}>
            {t('back')}
          </button>
        )}
        {['Query', 'Mutation'].map((type) => (
          <button key={type} type="button" className="small" onClick={() => go({ type })}>
            {type}
          </button>
        ))}
      </div>
      {search.trim() === '' ? (
        <Reading heading={heading} schema={schema} place={place} onPlace={go} onWrite={onWrite} />
      ) : (
        <ul className="found" aria-label={t('found')}>
          {found.map(({ type, field }) => (
            <li key={`${type}.${field ?? ''}`}>
              <button type="button" className="type-link" onClick={() => go({ type, field })}>
                {field === undefined ? type : `${type}.${field}`}
              </button>
            </li>
          ))}
          {found.length === 0 && <li>{t('nothingFound')}</li>}
        </ul>
      )}
    </>
  );
}

interface ReadingProps extends Pick<DocsPanelProps, 'schema' | 'onWrite'> {
  readonly heading: Ref<HTMLHeadingElement>;
  readonly place: Place | undefined;
  readonly onPlace: (place: Place) => void;
}

function Reading({ heading, schema, place, onPlace, onWrite }: ReadingProps) {
  const { t } = useTranslation('explorer');
  if (place !== undefined)
    return <TypePage heading={heading} schema={schema} place={place} onPlace={onPlace} onWrite={onWrite} />;
  return (
    <section aria-labelledby="docs-start">
      <h3 ref={heading} id="docs-start" tabIndex={-1}>
        {t('everywhere')}
      </h3>
      <Description text={schema.description} />
    </section>
  );
}
