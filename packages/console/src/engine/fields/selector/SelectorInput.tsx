import type { Selector } from '@gatehouse/contract/resource/fieldTypes.ts';
import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Radio } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../../platform/Platform.tsx';
import { splitUrl } from '../../resource/url.ts';
import { RelatedInput } from '../../select/RelatedInput.tsx';
import { type SelectorAttribute, useRelatedInputs } from '../../select/RelatedInputs.tsx';
import styles from '../../select/Selector.module.css';
import { type AttrRule, SelectorRules } from '../../select/SelectorRules.tsx';
import { attrRules } from '../../select/selectorMatches.ts';
import { useDebounced } from '../../select/useDebounced.ts';
import type { InputProps } from '../FieldUi.ts';

const PREVIEW_MS = 600;

const selectorOf = (value: unknown): Selector =>
  value && typeof value === 'object' && 'type' in value ? (value as Selector) : { type: 'all' };

const emptyOf: Record<Selector['type'], Selector> = {
  all: { type: 'all' },
  ids: { type: 'ids', ids: [] },
  attrs: { type: 'attrs', attrs: [] },
};

type MatchesProps = { label: string; url: string; selector: Selector; attributes: SelectorAttribute[] };

/** Number of matching rows; a click shows them if a table is registered for it. */
function MatchCount({ label, url, selector, attributes }: MatchesProps) {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const { Matches } = useRelatedInputs();
  const [isOpen, setOpen] = useState(false);
  const settled = useDebounced(JSON.stringify(selector), PREVIEW_MS);
  const { path } = splitUrl(url);
  const rules = attrRules(JSON.parse(settled));
  const { data } = useQuery({
    queryKey: ['matches', url, settled],
    queryFn: ({ signal }) =>
      http.get<Page<unknown>>(path, {
        params: { attr_rules: rules, limit: 1 },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
  const text = data ? t('selector.matchCount', { count: data.count }) : '';
  const columns = attributes.filter(({ inTable }) => inTable).map(({ name }) => name);
  return (
    <>
      <span role="status" className="t3 sm">
        {data && Matches ? (
          <Button type="link" size="small" className={styles.count} onClick={() => setOpen(true)}>
            {text}
          </Button>
        ) : (
          text
        )}
      </span>
      {isOpen && Matches && (
        <Suspense fallback={null}>
          <Matches
            title={`${label}: ${text}`}
            name={`Matches_${path}`}
            url={path}
            rules={rules}
            columns={columns}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** All rows, chosen rows, or rows matching rules, with the number of matches. */
export function SelectorInput(props: InputProps) {
  const { t } = useTranslation('engine');
  const { selectors } = useRelatedInputs();
  const { meta, disabled, onChange } = props;
  const url = meta.related?.url ?? '';
  const value = selectorOf(props.value);
  const attributes = (selectors[splitUrl(url).path]?.() ?? []).filter(({ has }) => has !== false);
  const kinds: Selector['type'][] = attributes.length > 0 ? ['all', 'ids', 'attrs'] : ['all', 'ids'];
  return (
    <div className={styles.box} id={props.id}>
      <Radio.Group
        aria-label={meta.label}
        disabled={disabled}
        value={value.type}
        options={kinds.map((kind) => ({ value: kind, label: t(`selector.kinds.${kind}`) }))}
        onChange={(event) => onChange?.(emptyOf[event.target.value as Selector['type']])}
      />
      {value.type === 'ids' && (
        <RelatedInput
          {...props}
          id={undefined}
          aria-label={meta.label}
          multiple
          url={url}
          value={value.ids}
          onChange={(ids) => onChange?.({ type: 'ids', ids })}
        />
      )}
      {value.type === 'attrs' && (
        <>
          <SelectorRules
            attributes={attributes}
            rules={value.attrs as AttrRule[]}
            disabled={disabled}
            onChange={(attrs) => onChange?.({ type: 'attrs', attrs })}
          />
          {value.attrs.length > 0 && (
            <MatchCount label={meta.label} url={url} selector={value} attributes={attributes} />
          )}
        </>
      )}
    </div>
  );
}
