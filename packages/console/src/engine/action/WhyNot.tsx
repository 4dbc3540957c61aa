import { Tooltip } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from './Action.ts';

/** Explains on hover and focus why an action is disabled. */
export function WhyNot(props: { action: Pick<Action, 'can' | 'reason'>; children: ReactElement }) {
  const { t } = useTranslation('common');
  const { can, reason } = props.action;
  if (can !== false) return props.children;
  return (
    <Tooltip title={reason ?? t('conditionsNotMet')} trigger={['hover', 'focus']}>
      {props.children}
    </Tooltip>
  );
}
