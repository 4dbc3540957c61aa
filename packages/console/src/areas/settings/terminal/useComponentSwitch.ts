import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { terminal } from '@gatehouse/contract/resources/terminal/terminal.ts';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { abilityOf } from '../../../engine/resource/abilities.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useCan } from '../../../platform/session/useSession.ts';

type Component = Pick<RowOf<typeof terminal>, 'id' | 'name' | 'is_active' | 'session_online'>;

/** The action that disables a component, or lets a disabled one work again. */
export const useComponentSwitch = () => {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const can = useCan();
  const general = { can: can('terminal.change_terminal'), reason: t('component.noPermission') };
  const disable = async ({ id, name, session_online }: Component) => {
    const agreed = await confirm({
      title: t('component.disableTitle', { name }),
      body: t('component.disableBody', { count: session_online }),
      okText: t('component.disable'),
      danger: true,
      focusCancel: true,
    });
    if (!agreed) return false;
    await http.call('PATCH /api/v1/terminal/terminals/:id/disable/', { params: { id } });
    notify.success(t('component.disabledNow', { name }));
    return true;
  };
  const enable = async ({ id, name }: Component) => {
    await http.call('PATCH /api/v1/terminal/terminals/:id/enable/', { params: { id } });
    notify.success(t('component.enabledNow', { name }));
    return true;
  };
  return (row: Component, onDone: () => void): Action => ({
    name: row.is_active ? 'disable' : 'enable',
    title: t(row.is_active ? 'component.disable' : 'component.enable'),
    order: 20,
    danger: row.is_active,
    ...abilityOf<typeof terminal>(row, row.is_active ? 'disable' : 'enable', general),
    onRun: async () => {
      const isDone = await (row.is_active ? disable(row) : enable(row));
      if (isDone) onDone();
    },
  });
};
