import SettingOutlined from '@ant-design/icons/SettingOutlined';
import {
  organizationDetail,
  organizationList,
  shownStatistics,
} from '@gatehouse/contract/layouts/orgs/organization.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { organization } from '@gatehouse/contract/resources/orgs/organization.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import type { CellProps } from '../../../engine/fields/FieldUi.ts';
import { ItemsDialog } from '../../../engine/form/items/ItemsDialog.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useCan } from '../../../platform/session/useSession.ts';

const SETTING_URL = '/api/v1/settings/setting/?category=basic';
type Statistic = (typeof shownStatistics)[number];

const isStatistic = (name: string): name is Statistic =>
  shownStatistics.some((statistic) => statistic === name);

const StatisticCell = ({ row, name }: CellProps<undefined, RowOf<typeof organization>>) => (
  <span className="num">{isStatistic(name) && formatNumber(row.resource_statistics[name])}</span>
);

/** Renames the root organization. */
function GlobalNameDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const notify = useNotify();
  return (
    <ItemsDialog
      title={t('organization.globalTitle')}
      width={480}
      items={[
        { id: 'GLOBAL_ORG_DISPLAY_NAME', type: 'text', label: t('organization.globalName'), wide: true },
      ]}
      start={{}}
      okText={t('action.save')}
      onClose={onClose}
      onSave={async (values) => {
        await http.patch(SETTING_URL, values);
        notify.success(t('organization.globalSaved'));
        onClose();
      }}
    />
  );
}

/** Organizations of the installation. */
export function OrganizationListPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const [isNaming, setNaming] = useState(false);
  const slots: ListSlots<typeof organization, Statistic> = {
    columns: Object.fromEntries(
      shownStatistics.map((name) => [
        name,
        {
          Cell: StatisticCell,
          title: t(`organization.${name}`),
          width: 110,
          align: 'right' as const,
          card: 'hidden' as const,
        },
      ]),
    ),
    mode: organizationList,
    createActions: (usual) => [
      usual,
      {
        name: 'global',
        title: t('organization.global'),
        icon: <SettingOutlined aria-hidden />,
        order: 20,
        can: can('superuser'),
        reason: t('noPermission'),
        onRun: () => setNaming(true),
      },
    ],
    rowActions: (_, usual) => usual.filter(({ name }) => name !== 'clone'),
  };
  return (
    <>
      <ResourceListPage {...props} slots={slots} />
      {isNaming && <GlobalNameDialog onClose={() => setNaming(false)} />}
    </>
  );
}

/** An organization and its statistics. */
export function OrganizationDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const slots: DetailSlots<typeof organization, Statistic> = {
    layout: organizationDetail,
    cells: Object.fromEntries(shownStatistics.map((name) => [name, StatisticCell])),
    labels: Object.fromEntries(shownStatistics.map((name) => [name, t(`organization.${name}`)])),
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
