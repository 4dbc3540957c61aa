import { Checkbox } from 'antd';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../platform/page/Failed.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import styles from './Labels.module.css';
import { ANY, byKey, useLabels } from './useLabels.ts';

type Props = { value: string[]; onChange: (labels: string[]) => void };

const toggled = (value: readonly string[], key: string, label: string): string[] => {
  if (value.includes(label)) return value.filter((item) => item !== label);
  const isAny = label === `${key}:${ANY}`;
  // "Any value" excludes single values of the same key: the last choice wins.
  const rest = value.filter((item) => (isAny ? !item.startsWith(`${key}:`) : item !== `${key}:${ANY}`));
  return [...rest, label];
};

/** Label keys with their values, as checkboxes to filter by. */
export function LabelChoices({ value, onChange }: Props) {
  const { t } = useTranslation('engine');
  const { labels, ...query } = useLabels();
  const [typed, setTyped] = useState('');
  const holds = (text: string) => text.toLowerCase().includes(typed.trim().toLowerCase());
  const groups = [...byKey(labels)].filter(
    ([key, values]) => holds(key) || values.some((value) => holds(`${key}:${value}`)),
  );
  if (query.error) return <Failed query={query} />;
  if (query.isPending) return <SkeletonRows rows={4} columns={1} height={28} />;
  return (
    <div className={styles.filter}>
      <Input
        size="small"
        allowClear
        aria-label={t('labels.search')}
        placeholder={t('labels.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {groups.length === 0 && <span className="t3 md">{t('labels.none')}</span>}
      {groups.map(([key, values]) => (
        <fieldset key={key} className={styles.group}>
          <legend>{key}</legend>
          {[ANY, ...values].map((choice) => (
            <Checkbox
              key={choice}
              checked={value.includes(`${key}:${choice}`)}
              onChange={() => onChange(toggled(value, key, `${key}:${choice}`))}
            >
              {choice === ANY ? t('labels.any') : choice}
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
