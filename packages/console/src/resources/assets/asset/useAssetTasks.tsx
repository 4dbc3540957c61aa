import ApiOutlined from '@ant-design/icons/ApiOutlined';
import HddOutlined from '@ant-design/icons/HddOutlined';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTask } from '../../../engine/detail/useTask.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { ASSETS_URL } from '../assetTree.ts';
import type { Asset } from './Asset.ts';

/** What the server does on the machines of assets. */
type Task = 'test' | 'refresh';

const needs: Record<Task, string> = {
  test: 'assets.test_assetconnectivity',
  refresh: 'assets.refresh_assethardwareinfo',
};
const switches: Record<Task, 'ping_enabled' | 'gather_facts_enabled'> = {
  test: 'ping_enabled',
  refresh: 'gather_facts_enabled',
};
const icons: Record<Task, ReactNode> = { test: <ApiOutlined />, refresh: <HddOutlined /> };

type Row = Pick<Asset, 'id' | 'auto_config'>;

/** Whether the platform of an asset does this; unknown where a list does not show it, and then the server says. */
const isOn = ({ auto_config: config }: Row, task: Task): boolean =>
  !config || Boolean(config.ansible_enabled && config[switches[task]]);

/** Starts tests of assets and the reading of their hardware, in the background; each has a log. */
export const useAssetTasks = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const start = useTask();
  const allowed = (task: Task) => can(needs[task]) && !isRoot;
  const common = (task: Task) => ({
    name: task,
    title: t(`asset.${task}`),
    icon: icons[task],
    can: allowed(task),
    reason: t('noPermission'),
  });
  return {
    /** For one asset. */
    ofOne: (task: Task, row: Row) => ({
      ...common(task),
      can: allowed(task) && isOn(row, task),
      reason: allowed(task) ? t('asset.platformOff') : t('noPermission'),
      onRun: async () => void (await start(`${rowUrl(ASSETS_URL, row.id)}tasks/`, { action: task })),
    }),
    /** For the chosen assets; those whose platform does not do this are skipped. */
    ofMany: (task: Task, rows: readonly Row[]) => ({
      ...common(task),
      can: rows.length > 0 && allowed(task),
      reason: rows.length === 0 ? t('chooseRows') : t('noPermission'),
      onRun: async () =>
        void (await start(`${ASSETS_URL}tasks/`, { action: task, assets: rows.map(({ id }) => id) })),
    }),
  };
};
