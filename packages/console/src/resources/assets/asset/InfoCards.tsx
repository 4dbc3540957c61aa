import { useTranslation } from 'react-i18next';
import { FactsCard } from '../../../engine/detail/FactsCard.tsx';
import { isEmptyValue, rawOf, textOf } from '../../../engine/resource/row.ts';
import { useMetadata } from '../../../platform/Platform.tsx';
import { Card } from '../../../theme/state/Card.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import type { Asset } from './Asset.ts';
import styles from './InfoCards.module.css';

const HOSTS_URL = '/api/v1/assets/hosts/?draw=1&display=1';
const PATHS: Record<string, string> = { database: 'databases', web: 'webs', gpt: 'gpts', custom: 'customs' };

type Props = { title: string; value: object | null | undefined; category: string };

/**
 * Fields that only one category of assets has, with the labels of its metadata. Hidden if they are empty, or
 * if a script fills in the sign-in form of a web asset.
 */
export function InfoCard({ title, value, category }: Props) {
  const path = PATHS[category];
  const { data } = useMetadata(path && `/api/v1/assets/${path}/?draw=1&display=1`);
  const entries = Object.entries(value ?? {}).filter(([, held]) => !isEmptyValue(held));
  const isScript = entries.some(([name, held]) => name === 'autofill' && rawOf(held) === 'script');
  if (entries.length === 0 || isScript) return null;
  const metas = data?.actions?.GET ?? {};
  return (
    <FactsCard
      title={title}
      facts={entries.map(([name, value]) => ({
        name,
        label: metas[name]?.label ?? name,
        value: textOf(value),
      }))}
    />
  );
}

/** Gathered hardware of a host; hidden if there is none. */
export function HardwareCard({ value }: { value: Asset['gathered_info'] }) {
  const { t } = useTranslation('resources');
  const { data } = useMetadata(HOSTS_URL);
  const entries = Object.entries(value ?? {}).filter(([, held]) => !isEmptyValue(held));
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
