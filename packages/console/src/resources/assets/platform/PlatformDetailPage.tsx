import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import SyncOutlined from '@ant-design/icons/SyncOutlined';
import { assetsOfPlatform } from '@gatehouse/contract/layouts/assets/asset.ts';
import { platformDetail } from '@gatehouse/contract/layouts/assets/platform.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { DetailSlots, DetailTab } from '../../../engine/detail/DetailSlots.ts';
import type { QuickAction } from '../../../engine/detail/QuickActions.tsx';
import { type DetailController, useResourceDetail } from '../../../engine/detail/useResourceDetail.ts';
import { ItemsForm } from '../../../engine/form/items/ItemsForm.tsx';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import { isAble, refusalOf } from '../../../engine/resource/abilities.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { AssetIcon } from '../../../theme/icon/AssetIcon.tsx';
import { Card } from '../../../theme/state/Card.tsx';
import { Pill } from '../../../theme/tag/Pill.tsx';
import { ASSETS_URL } from '../assetTree.ts';
import { AutomationInput } from './AutomationInput.tsx';
import type { Platform } from './Platform.ts';
import { AutomationFacts, ProtocolFacts } from './PlatformFacts.tsx';
import { platformQuery } from './PlatformListPage.tsx';
import { PlatformProtocols } from './PlatformProtocols.tsx';
import { useConstraints } from './useConstraints.ts';

type Detail = DetailController<typeof platform>;

const NO_KIND: [string, string] = ['', ''];

const kindOf = ({ category, type }: Platform): [string, string] => [category.value, type.value];

function ProtocolsCard({ detail }: { detail: Detail }) {
  const { t } = useTranslation('resources');
  const { row } = detail;
  const constraints = useConstraints(...kindOf(row));
  if (!isAble<typeof platform>(row, 'update'))
    return (
      <Card title={t('asset.protocols')}>
        <ProtocolFacts row={row} />
      </Card>
    );
  return (
    <Card title={t('asset.protocols')}>
      <ItemsForm
        key={String(constraints !== undefined)}
        okText={t('action.update')}
        items={[
          {
            id: 'protocols',
            label: '',
            component: PlatformProtocols,
            el: { choices: constraints?.protocols ?? [] },
            wide: true,
            required: true,
          },
        ]}
        start={{ protocols: row.protocols }}
        onSave={({ protocols }) => detail.patch({ protocols })}
      />
    </Card>
  );
}

function AutomationsTab({ detail }: { detail: Detail }) {
  const { t } = useTranslation('resources');
  const { isSuperAdmin } = useSession();
  const { row, resource } = detail;
  const constraints = useConstraints(...kindOf(row));
  if (!isAble<typeof platform>(row, 'update') || !isSuperAdmin)
    return (
      <Card title={t('platform.automations')}>
        {!refusalOf<typeof platform>(row, 'update') && <p className="t3 md">{t('platform.onlyAdmins')}</p>}
        <AutomationFacts row={row} />
      </Card>
    );
  return (
    <Card title={t('platform.automations')}>
      <ItemsForm
        okText={t('action.update')}
        items={[
          {
            id: 'automation',
            component: AutomationInput,
            el: { constraints },
            wide: true,
            meta: resource.metas.automation,
            label: '',
          },
        ]}
        start={{ automation: row.automation }}
        onSave={({ automation }) => detail.patch({ automation })}
      />
    </Card>
  );
}

const useTabs = () => {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const slots = useMemo<ListSlots<typeof asset>>(
    () => ({
      mode: assetsOfPlatform,
      createActions: () => [],
      moreActions: () => [],
      rowActions: () => [],
      detailPath: (row) => routes.path('AssetDetail', { id: row.id }),
    }),
    [routes],
  );
  return ({ id }: Detail): DetailTab<typeof platform>[] => [
    {
      key: 'PlatformAssets',
      label: t('asset.titles'),
      countUrl: `${ASSETS_URL}?platform=${id}`,
      render: () => <EmbeddedList name="PlatformAssets" url={`${ASSETS_URL}?platform=${id}`} slots={slots} />,
    },
    {
      key: 'Automations',
      label: t('platform.automations'),
      render: (detail) => <AutomationsTab detail={detail} />,
    },
  ];
};

/** What the platform's type allows. Requested only if the platform can be changed. */
const useOwnConstraints = (url: string) => {
  const { id = '' } = useParams();
  const row = useResourceDetail<typeof platform>(url, id).detail?.row;
  return useConstraints(...(row && isAble<typeof platform>(row, 'update') ? kindOf(row) : NO_KIND));
};

const useQuickActions = (url: string) => {
  const { t } = useTranslation('resources');
  const constraints = useOwnConstraints(url);
  const { t: common } = useTranslation('common');
  const can = useCan();
  const http = useHttp();
  const notify = useNotify();
  const syncProtocols = async (id: Platform['id']) => {
    const whatFailed = common('failed.sync');
    await http.call('POST /api/v1/assets/assets/sync-platform-protocols/', {
      body: { platform_id: id },
      whatFailed,
    });
    notify.success(t('platform.synced'));
  };
  return ({ row, patch }: Detail): QuickAction[] => {
    const possible = {
      has: !refusalOf<typeof platform>(row, 'update'),
      can: can('assets.change_platform'),
      reason: t('noPermission'),
    };
    const notForType = { can: false, reason: t('platform.notForType'), note: t('platform.notForType') };
    return [
      {
        name: 'domain',
        title: t('platform.domainEnabled'),
        icon: <ApartmentOutlined />,
        isOn: row.domain_enabled,
        ...possible,
        ...(constraints?.domain_enabled === false && notForType),
        onRun: (domain_enabled) => patch({ domain_enabled }, t('platform.domainEnabled')),
      },
      {
        name: 'su',
        title: t('platform.suEnabled'),
        icon: <SwapOutlined />,
        isOn: row.su_enabled,
        ...possible,
        ...(constraints?.su_enabled === false && notForType),
        onRun: (su_enabled) => patch({ su_enabled }, t('platform.suEnabled')),
      },
      {
        name: 'sync',
        title: t('platform.syncProtocols'),
        note: t('platform.syncNote'),
        icon: <SyncOutlined />,
        button: t('platform.syncButton'),
        can: can('assets.change_asset'),
        reason: t('noPermission'),
        onRun: () => syncProtocols(row.id),
      },
    ];
  };
};

/** One platform with its protocols, switches, automations and assets. */
export function PlatformDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const tabs = useTabs();
  const quickActions = useQuickActions(props.url);
  const slots: DetailSlots<typeof platform> = {
    layout: platformDetail,
    icon: (row) => <AssetIcon size={20} type={kindOf(row)[1]} category={kindOf(row)[0]} />,
    status: (row) => (row.internal ? <Pill kind="off">{t('platform.internal')}</Pill> : null),
    sub: (row) => refusalOf<typeof platform>(row, 'update'),
    cards: (detail) => <ProtocolsCard detail={detail} />,
    quickActions,
    tabs,
    updateQuery: platformQuery,
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
