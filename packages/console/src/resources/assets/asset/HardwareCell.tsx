import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { host } from '@gatehouse/contract/resources/assets/host.ts';
import { Popover } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import { part } from '../../../platform/part/part.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import { Dash } from '../../../theme/text/Dash.tsx';

const FactList = part(() => import('../../../engine/detail/FactsCard.tsx').then((m) => m.FactList));

/** Hardware of a host as gathered. */
export type Hardware = Partial<RowOf<typeof host>['gathered_info']>;

/** Number of cores, memory size and disk size; undefined if the number of processors was not gathered. */
export const hardwareSummary = (
  info: Hardware,
): { cores: number; memory: string; disk: string } | undefined => {
  if (!info.cpu_count) return undefined;
  const cores = Number(info.cpu_vcpus) || Number(info.cpu_cores || 1) * Number(info.cpu_count);
  return { cores, memory: String(info.memory ?? '-'), disk: String(info.disk_total ?? '-') };
};

/** Hardware of a host in one line, and all of it on hover; a link to its form for users who may edit it. */
export function HardwareCell({ value: info, row, meta }: CellIn<typeof host, 'gathered_info'>) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const summary = info && hardwareSummary(info);
  if (!summary) return <Dash />;
  const facts = Object.entries(info).map(([name, held]) => ({
    name,
    label: meta.children?.[name]?.label ?? name,
    value: String(held || '–'),
  }));
  const text = <span className="num">{t('asset.hardwareLine', { ...summary, count: summary.cores })}</span>;
  return (
    <Popover
      content={
        <Suspense>
          <FactList facts={facts} />
        </Suspense>
      }
    >
      <span>
        {can('assets.refresh_assethardwareinfo') ? (
          <RouteLink name="AssetMoreInformationEdit" params={{ id: row.id }}>
            {text}
          </RouteLink>
        ) : (
          text
        )}
      </span>
    </Popover>
  );
}
