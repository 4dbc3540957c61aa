import type { Selector } from '@gatehouse/contract/resource/defineResource.ts';
import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import type { InputProps } from '../fields/FieldUi.ts';
import { splitUrl } from '../resource/url.ts';
import { RelatedInput } from './RelatedInput.tsx';
import { useRelatedInputs } from './RelatedInputs.tsx';
import styles from './Selector.module.css';
import { type AttrRule, SelectorRules } from './SelectorRules.tsx';
import { attrRules } from './selectorMatches.ts';
import { useDebounced } from './useDebounced.ts';

const PREVIEW_MS = 600;

const selectorOf = (value: unknown): Selector =>
  value && typeof value === 'object' && 'type' in value ? (value as Selector) : { type: 'all' };

const emptyOf: Record<Selector['type'], Selector> = {
  all: { type: 'all' },
  ids: { type: 'ids', ids: [] },
  attrs: { type: 'attrs', attrs: [] },
};

function MatchCount({ url, selector }: { url: string; selector: Selector }) {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const settled = useDebounced(JSON.stringify(selector), PREVIEW_MS);
  const { data } = useQuery({
    queryKey: ['matches', url, settled],
    queryFn: ({ signal }) =>
      http.get<Page<unknown>>(splitUrl(url).path, {
        params: { attr_rules: attrRules(JSON.parse(settled)), limit: 1 },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
  return (
    <span role="status" className="t3 sm">
      {data ? t('selector.matchCount', { count: data.count }) : ''}
    </span>
  );
}

/** All rows, chosen rows, or rows that meet rules; tells how many the rules meet. */
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
          {value.attrs.length > 0 && <MatchCount url={url} selector={value} />}
        </>
      )}
    </div>
  );
}
