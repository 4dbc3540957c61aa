import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useTag } from '../../platform/route/useTag.ts';
import { type Action, offered } from '../action/Action.ts';
import { ActionMenu } from '../action/ActionMenu.tsx';
import { ToolbarAction } from '../list/actions/ToolbarAction.tsx';
import { useRowDelete } from '../list/actions/useRowDelete.ts';
import { useRootReason } from '../list/actions/usualActions.tsx';
import { abilityOf } from '../resource/abilities.ts';
import type { DetailSlots } from './DetailSlots.ts';
import type { DetailController } from './useResourceDetail.ts';

/** Actions shown only in the three-dots menu. */
const BEHIND = new Set(['delete', 'clone']);

const useDetailActions = (detail: DetailController, slots: DetailSlots, base: string): Action[] => {
  const { t } = useTranslation('engine');
  const routes = useRouteNames();
  const navigate = useNavigate();
  const tag = useTag();
  const reason = useRootReason();
  const deleteRow = useRowDelete();
  const { row, resource, url } = detail;
  const { access, view } = resource;
  const has = (operation: 'update' | 'create' | 'destroy') => view?.operations.includes(operation) !== false;
  const updateBase = slots.updateBase?.(row) ?? base;
  const update = routes.path(`${updateBase}Update`, { id: detail.id }, slots.updateQuery?.(row));
  const usual: Action[] = [
    {
      name: 'update',
      title: t('action.update'),
      order: 10,
      has: has('update') && update !== undefined,
      ...abilityOf(row, 'update', { can: access.canUpdate, reason }),
      to: update,
    },
    {
      name: 'delete',
      title: t('action.delete'),
      order: 20,
      danger: true,
      has: has('destroy'),
      ...abilityOf(row, 'destroy', { can: access.canDelete, reason }),
      onRun: async () => {
        if (!(await deleteRow({ url, row, name: detail.name, title: resource.title }))) return;
        tag.close();
        const list = routes.path(`${base}List`);
        if (list) await navigate(list);
      },
    },
  ];
  return offered(slots.actions ? slots.actions(usual, detail) : usual);
};

/** Buttons of a detail page: the page's own, Update, and a menu with Delete. */
export function DetailActions(props: { detail: DetailController; slots: DetailSlots; base: string }) {
  const { t } = useTranslation('engine');
  const actions = useDetailActions(props.detail, props.slots, props.base);
  const more = t('list.moreActionsOf', { name: props.detail.name });
  return (
    <>
      {actions
        .filter(({ name }) => !BEHIND.has(name))
        .map((action) => (
          <ToolbarAction key={action.name} action={action} />
        ))}
      <ActionMenu actions={actions.filter(({ name }) => BEHIND.has(name))} label={more} align="end">
        {(opener) => <Button {...opener} icon={<EllipsisOutlined aria-hidden />} aria-label={more} />}
      </ActionMenu>
    </>
  );
}
