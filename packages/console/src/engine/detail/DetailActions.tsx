import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useTag } from '../../platform/route/useTag.ts';
import { useViewport } from '../../platform/viewport/useViewport.ts';
import { type Action, offered } from '../action/Action.ts';
import { ActionMenu } from '../action/ActionMenu.tsx';
import { ToolbarAction } from '../list/actions/ToolbarAction.tsx';
import { useRowChanges } from '../list/actions/usualActions.tsx';
import type { DetailSlots } from './DetailSlots.ts';
import type { DetailController } from './useResourceDetail.ts';

/** Actions shown only in the three-dots menu. */
const BEHIND = new Set(['delete', 'clone']);

const useDetailActions = (detail: DetailController, slots: DetailSlots, base: string): Action[] => {
  const routes = useRouteNames();
  const navigate = useNavigate();
  const tag = useTag();
  const { row, resource, url, name } = detail;
  const changesOf = useRowChanges(resource);
  const updateBase = slots.updateBase?.(row) ?? base;
  const update = routes.path(`${updateBase}Update`, { id: detail.id }, slots.updateQuery?.(row));
  const onDeleted = async () => {
    tag.close();
    const list = routes.path(`${base}List`) ?? routes.meta(`${base}Detail`)?.activeMenu;
    if (list) await navigate(list);
  };
  const usual = changesOf({ row, url, name, update, onDeleted });
  return offered(slots.actions ? slots.actions(usual, detail) : usual);
};

/** Which actions the menu holds: on phones also those that are minor, if there is a menu anyway. */
const useBehind = (actions: readonly Action[]): ((action: Action) => boolean) => {
  const { isMobile } = useViewport();
  const isCrowded = isMobile && actions.some(({ name }) => BEHIND.has(name));
  return ({ name, isMinor }) => BEHIND.has(name) || (isCrowded && isMinor === true);
};

/**
 * Buttons of a detail page: Update and the page's own, and a menu with Delete and, if the page adds it,
 * Clone.
 */
export function DetailActions(props: { detail: DetailController; slots: DetailSlots; base: string }) {
  const { t } = useTranslation('engine');
  const actions = useDetailActions(props.detail, props.slots, props.base);
  const isBehind = useBehind(actions);
  const more = t('list.moreActionsOf', { name: props.detail.name });
  return (
    <>
      {actions
        .filter((action) => !isBehind(action))
        .map((action) => (
          <ToolbarAction key={action.name} action={action} />
        ))}
      <ActionMenu actions={actions.filter(isBehind)} label={more} align="end">
        {(opener) => <Button {...opener} icon={<EllipsisOutlined aria-hidden />} aria-label={more} />}
      </ActionMenu>
    </>
  );
}
