import type { Selector } from '@gatehouse/contract/resource/fieldTypes.ts';
import { Radio } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../platform/part/part.ts';
import { splitUrl } from '../../resource/url.ts';
import { RelatedInput } from '../../select/RelatedInput.tsx';
import { useRelatedInputs } from '../../select/RelatedInputs.tsx';
import styles from '../../select/Selector.module.css';
import type { InputProps } from '../FieldUi.ts';

const AttributeRules = part(() => import('./AttributeRules.tsx').then((m) => m.AttributeRules));

const selectorOf = (value: unknown): Selector =>
  value && typeof value === 'object' && 'type' in value ? (value as Selector) : { type: 'all' };

const emptyOf: Record<Selector['type'], Selector> = {
  all: { type: 'all' },
  ids: { type: 'ids', ids: [] },
  attrs: { type: 'attrs', attrs: [] },
};

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
        <Suspense fallback={<span aria-busy />}>
          <AttributeRules
            label={meta.label}
            url={url}
            attributes={attributes}
            value={value}
            disabled={disabled}
            onChange={(next) => onChange?.(next)}
          />
        </Suspense>
      )}
    </div>
  );
}
