import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/http/errorText.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { useLuna } from '../LunaContext.tsx';
import { AssetGlyph } from './AssetGlyph.tsx';
import { type PermedRow, searchAssets } from './assetSource.ts';
import styles from './assets.module.css';
import { UnopenedMark } from './UnopenedMark.tsx';
import { type UnopenedText, useUnopenedText } from './useUnopenedText.ts';

const DEBOUNCE_MS = 240;

/** Result of a search. */
export type Hits = { query: string; rows: PermedRow[]; total: number; error: unknown } | null;

/**
 * Permitted assets that contain the words. Requested after a pause in typing; an answer to earlier words is
 * dropped.
 */
export const useAssetSearch = (query: string): Hits => {
  const http = useHttp();
  const [hits, setHits] = useState<Hits>(null);
  useEffect(() => {
    if (query === '') return setHits(null);
    const gone = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { rows, total } = await searchAssets(http, query, gone.signal);
        setHits({ query, rows, total, error: null });
      } catch (error) {
        if (!gone.signal.aborted) setHits({ query, rows: [], total: 0, error });
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [http, query]);
  return hits;
};

function Hit({ row, unopened }: { row: PermedRow; unopened: UnopenedText | undefined }) {
  const { workbench } = useLuna();
  return (
    <button
      type="button"
      data-hit
      data-unopened={unopened && true}
      className={styles.hit}
      disabled={row.is_active === false}
      onClick={() => workbench.connect({ assetId: row.id })}
      onKeyDown={moveBetweenHits}
    >
      <AssetGlyph kind={row.type?.value ?? row.category?.value ?? ''} />
      <span className={styles.hitText}>
        <span className="ell">{row.name}</span>
        <span className="mono ell">{row.address}</span>
      </span>
      {unopened && <UnopenedMark text={unopened} />}
    </button>
  );
}

/** A flat list that replaces the tree during a search. */
export function SearchResults({ query }: { query: string }) {
  const { t } = useTranslation(['luna', 'common']);
  const unopened = useUnopenedText();
  const hits = useAssetSearch(query);
  if (!hits) return <div className={styles.note}>{t('assets.searching')}</div>;
  if (hits.error)
    return (
      <div className={styles.note} role="alert">
        {errorText(hits.error, (key, params) => t(`common:${key}`, params ?? {}))}
      </div>
    );
  const summary =
    hits.total > hits.rows.length
      ? t('assets.hitsOf', { shown: hits.rows.length, total: hits.total })
      : t('assets.hits', { count: hits.total });
  return (
    <>
      <div className={styles.summary} role="status">
        {hits.total === 0 ? t('assets.none', { query: hits.query }) : summary}
      </div>
      <ul className={styles.hits} style={{ opacity: hits.query === query ? 1 : 0.6 }}>
        {hits.rows.map((row) => (
          <li key={row.id}>
            <Hit row={row} unopened={unopened(row.protocols.map(({ name }) => name))} />
          </li>
        ))}
      </ul>
    </>
  );
}

const moveBetweenHits = (event: React.KeyboardEvent<HTMLButtonElement>) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const panel = event.currentTarget.closest('aside');
  const all = [...(panel?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
  const next = all[all.indexOf(event.currentTarget) + step];
  (next ?? panel?.querySelector<HTMLElement>('input'))?.focus();
};
