import { Tooltip } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from './Action.ts';

/** Tells over a disabled action why it cannot run now. */
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
