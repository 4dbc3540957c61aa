import type { custom } from '@gatehouse/contract/resources/assets/custom.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FactsCard } from '../../../engine/detail/FactsCard.tsx';
import { isEmptyValue, rawOf, textOf } from '../../../engine/resource/row.ts';
import { useHttp, useMetadata } from '../../../platform/Platform.tsx';
import { follows } from '../../../platform/query.ts';
import { Card } from '../../../theme/state/Card.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import type { Asset } from './Asset.ts';
import styles from './InfoCards.module.css';

const HOSTS_URL = '/api/v1/assets/hosts/?draw=1&display=1';
const CUSTOMS_URL = '/api/v1/assets/customs/';
const PATHS: Record<string, string> = { database: 'databases', web: 'webs', gpt: 'gpts', custom: 'customs' };

type Props = { title: string; value: object | null | undefined; category: string };
type Metas = { readonly [name: string]: FieldMeta };

const filledIn = (value: object | null | undefined) =>
  Object.entries(value ?? {}).filter(([, held]) => !isEmptyValue(held));

function Facts({ title, entries, metas }: { title: string; entries: [string, unknown][]; metas: Metas }) {
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

/**
 * Fields that only one category of assets has, with the labels of its metadata. Hidden if they are empty, or
 * if a script fills in the sign-in form of a web asset.
 */
export function InfoCard({ title, value, category }: Props) {
  const path = PATHS[category];
  const { data } = useMetadata(path && `/api/v1/assets/${path}/?draw=1&display=1`);
  const entries = filledIn(value);
  const isScript = entries.some(([name, held]) => name === 'autofill' && rawOf(held) === 'script');
  if (entries.length === 0 || isScript) return null;
  return <Facts title={title} entries={entries} metas={data?.actions?.GET ?? {}} />;
}

/**
 * Fields that the platform of a custom asset defines; hidden if they are empty. The address of all assets does
 * not tell them.
 */
export function CustomCard({ asset: { id, platform } }: { asset: Pick<Asset, 'id' | 'platform'> }) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const { data: row } = useQuery({
    queryKey: ['customInfo', id],
    meta: follows('assets'),
    queryFn: ({ signal }) => http.row<typeof custom>(CUSTOMS_URL, id, { signal, disableFlashErrorMsg: true }),
  });
  const { data } = useMetadata(`${CUSTOMS_URL}?platform=${platform.id}&draw=1&display=1`);
  const entries = filledIn(row?.custom_info);
  if (entries.length === 0) return null;
  return (
    <Facts
      title={t('asset.custom')}
      entries={entries}
      metas={data?.actions?.GET?.custom_info?.children ?? {}}
    />
  );
}

/** Gathered hardware of a host; hidden if there is none. */
export function HardwareCard({ value }: { value: Asset['gathered_info'] }) {
  const { t } = useTranslation('resources');
  const { data } = useMetadata(HOSTS_URL);
  const entries = filledIn(value);
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
