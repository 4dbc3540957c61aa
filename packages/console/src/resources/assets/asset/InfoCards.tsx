import { useTranslation } from 'react-i18next';
import { FactsCard } from '../../../engine/detail/FactsCard.tsx';
import { isEmptyValue, textOf } from '../../../engine/resource/row.ts';
import { useMetadata } from '../../../platform/Platform.tsx';
import { Card } from '../../../theme/Card.tsx';
import { Mono } from '../../../theme/Mono.tsx';
import type { Hardware } from './HardwareCell.tsx';
import styles from './InfoCards.module.css';

const HOSTS_URL = '/api/v1/assets/hosts/?draw=1&display=1';
const PATHS: Record<string, string> = { database: 'databases', web: 'webs', gpt: 'gpts', custom: 'customs' };

const asRecord = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Facts that only one category of assets has, in the words of its own metadata. */
export function InfoCard({ title, value, category }: { title: string; value: unknown; category: unknown }) {
  const path = PATHS[String(category)];
  const { data } = useMetadata(path && `/api/v1/assets/${path}/?draw=1&display=1`);
  const held = asRecord(value);
  const entries = Object.entries(held).filter(([, one]) => !isEmptyValue(one));
  if (entries.length === 0 || rawAutofill(held) === 'script') return null;
  const metas = data?.actions?.GET ?? {};
  return (
    <FactsCard
      title={title}
      facts={entries.map(([name, one]) => ({ name, label: metas[name]?.label ?? name, value: textOf(one) }))}
    />
  );
}

const rawAutofill = ({ autofill }: Record<string, unknown>): unknown =>
  autofill && typeof autofill === 'object' ? (autofill as { value?: unknown }).value : autofill;

/** Hardware of a host as the machine told it; nothing told, no card. */
export function HardwareCard({ value }: { value: unknown }) {
  const { t } = useTranslation('resources');
  const { data } = useMetadata(HOSTS_URL);
  const info = asRecord(value) as Hardware;
  const entries = Object.entries(info).filter(([, held]) => !isEmptyValue(held));
  if (entries.length === 0) return null;
  const labels = data?.actions?.GET?.gathered_info?.children ?? {};
  return (
    <Card title={t('asset.hardware')}>
      <dl className={styles.grid}>
        {entries.map(([name, held]) => (
          <div key={name}>
            <dt>{labels[name]?.label ?? name}</dt>
            <dd>{name === 'sn' ? <Mono>{String(held)}</Mono> : String(held)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
