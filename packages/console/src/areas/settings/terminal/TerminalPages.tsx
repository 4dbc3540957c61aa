import { componentDetail } from '@gatehouse/contract/layouts/terminal/terminal.ts';
import type { endpoint } from '@gatehouse/contract/resources/terminal/endpoint.ts';
import type { endpointrule } from '@gatehouse/contract/resources/terminal/endpointrule.ts';
import type { terminal } from '@gatehouse/contract/resources/terminal/terminal.ts';
import { DEFAULT_ENDPOINT_ID } from '@gatehouse/contract/wire/endpoints.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SettingsTab } from '../SettingsTab.ts';
import { ComponentsTab } from './ComponentsTab.tsx';
import { ActiveCell, LoadCell, StatCell, TypeCell } from './componentCells.tsx';
import { EndpointRulesTab, EndpointsTab } from './EndpointTabs.tsx';
import { MonitorTab } from './MonitorTab.tsx';
import { storageInputs } from './StorageInputs.tsx';
import { useComponentSwitch } from './useComponentSwitch.ts';

/** Components, their health, and where clients reach them. */
export function TerminalSettingPage() {
  const { t } = useTranslation('settings');
  const { hasLicence } = useSession();
  const can = useCan();
  const seesComponents = can('terminal.view_terminal');
  const tabs: SettingsTab[] = [
    {
      key: 'TerminalList',
      label: t('component.titles'),
      hidden: !seesComponents,
      render: () => <ComponentsTab />,
    },
    {
      key: 'Monitor',
      label: t('monitor.title'),
      hidden: !(seesComponents && can('terminal.view_status') && hasLicence),
      render: () => <MonitorTab />,
    },
    {
      key: 'EndpointList',
      label: t('endpoint.titles'),
      hidden: !can('terminal.view_endpoint'),
      render: () => <EndpointsTab />,
    },
    {
      key: 'EndpointRuleList',
      label: t('endpoint.rules'),
      hidden: !can('terminal.view_endpointrule'),
      render: () => <EndpointRulesTab />,
    },
  ];
  return <SettingsPage page="terminal" label={t('component.basic')} after={tabs} />;
}

/** One component. */
export function TerminalDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('settings');
  const switchOf = useComponentSwitch();
  const slots: DetailSlots<typeof terminal> = {
    layout: componentDetail,
    cells: { type: TypeCell, stat: StatCell, load: LoadCell, is_active: ActiveCell },
    labels: { stat: t('component.stat'), is_active: t('component.state') },
    actions: (usual, detail) => [...usual, switchOf(detail.row, () => void detail.refetch())],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}

/** The tab of the terminal settings to which a form leads back. */
const useTabPath = (activeTab: string) => {
  const routes = useRouteNames();
  return () => routes.path('TerminalSetting', {}, { activeTab });
};

const storageFields: FormSlots<typeof terminal>['fields'] = {
  command_storage: { component: storageInputs.command_storage },
  replay_storage: { component: storageInputs.replay_storage },
};

/** Renames a component and chooses its storages. */
export function TerminalFormPage(props: ResourcePageProps) {
  const nextPath = useTabPath('TerminalList');
  const slots: FormSlots<typeof terminal> = { fields: storageFields, nextPath };
  return <ResourceFormPage {...props} slots={slots} />;
}

/** Creates or changes an endpoint; the host of the default one is fixed. */
export function EndpointFormPage(props: ResourcePageProps) {
  const { id } = useParams();
  const nextPath = useTabPath('EndpointList');
  const isDefault = id === DEFAULT_ENDPOINT_ID;
  const fields = useMemo(() => ({ host: { disabled: isDefault } }), [isDefault]);
  const slots: FormSlots<typeof endpoint> = { fields, nextPath };
  return <ResourceFormPage {...props} slots={slots} />;
}

/** Creates or changes an endpoint rule. */
export function EndpointRuleFormPage(props: ResourcePageProps) {
  const nextPath = useTabPath('EndpointRuleList');
  const slots: FormSlots<typeof endpointrule> = { nextPath };
  return <ResourceFormPage {...props} slots={slots} />;
}
