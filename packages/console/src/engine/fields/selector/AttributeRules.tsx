import type { Selector } from '@gatehouse/contract/resource/fieldTypes.ts';
import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../../platform/Platform.tsx';
import { splitUrl } from '../../resource/url.ts';
import { type SelectorAttribute, useRelatedInputs } from '../../select/RelatedInputs.tsx';
import styles from '../../select/Selector.module.css';
import { type AttrRule, SelectorRules } from '../../select/SelectorRules.tsx';
import { attrRules } from '../../select/selectorMatches.ts';
import { useDebounced } from '../../select/useDebounced.ts';

type MatchesProps = { label: string; url: string; selector: Selector; attributes: SelectorAttribute[] };

const PREVIEW_MS = 600;

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

type AttributeRulesProps = {
  label: string;
  /** Address of the rows that the rules choose from. */
  url: string;
  attributes: SelectorAttribute[];
  value: Extract<Selector, { type: 'attrs' }>;
  disabled: boolean | undefined;
  onChange: (value: Selector) => void;
};

/** Rules that choose rows by their attributes, with the number of rows that match. */
export function AttributeRules({ label, url, attributes, value, disabled, onChange }: AttributeRulesProps) {
  return (
    <>
      <SelectorRules
        attributes={attributes}
        rules={value.attrs as AttrRule[]}
        disabled={disabled}
        onChange={(attrs) => onChange({ type: 'attrs', attrs })}
      />
      {value.attrs.length > 0 && (
        <MatchCount label={label} url={url} selector={value} attributes={attributes} />
      )}
    </>
  );
}
