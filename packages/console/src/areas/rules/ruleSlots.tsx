import PoweroffOutlined from '@ant-design/icons/PoweroffOutlined';
import { lacksAccounts } from '@gatehouse/contract/accounts/accountChoice.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SwitchCell } from '../../engine/cells/SwitchCell.tsx';
import type { QuickAction } from '../../engine/detail/QuickActions.tsx';
import type { CellProps } from '../../engine/fields/FieldUi.ts';
import type { FormItem, SharedItem, Values } from '../../engine/form/FormItem.ts';
import { useListScope } from '../../engine/list/ListScope.tsx';
import { type Row, textOf } from '../../engine/resource/row.ts';
import { rowUrl, splitUrl } from '../../engine/resource/url.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { AccountSelectInput } from '../accounts/AccountSelectInput.tsx';
import { actionOf, withReviewers } from './RuleSentence.tsx';

/** Switches a rule on or off in its list. */
export function ActiveCell({ value, row }: CellProps<boolean>) {
  const { t } = useTranslation('rules');
  const list = useListScope();
  return (
    <SwitchCell
      label={t('activeOf', { name: textOf(row) })}
      isOn={value}
      url={rowUrl(splitUrl(list?.url ?? '').path, row.id)}
      body={(is_active) => ({ is_active })}
      disabled={!list?.canUpdate}
      onChanged={list?.refetch}
    />
  );
}

/** Columns that look alike in the lists of all rules. */
export const ruleColumns = {
  priority: { width: 90, align: 'right' },
  is_active: { Cell: ActiveCell, width: 90 },
} as const;

/** Reviewers are asked for where the action needs them, and otherwise not shown. */
export const reviewersItem = {
  hidden: ({ action }: Values) => !withReviewers.includes(actionOf(action)),
  required: true,
  wide: true,
} satisfies Partial<FormItem>;

/** A rule whose action needs no reviewers has none. */
export const withoutIdleReviewers = (body: Values, values: Values): Values =>
  withReviewers.includes(actionOf(values.action)) ? body : { ...body, reviewers: [] };

/** The accounts of a rule: all, or usernames. */
export const useAccountsItem = (): SharedItem => {
  const { t } = useTranslation('resources');
  return useMemo(
    () => ({
      component: AccountSelectInput as NonNullable<FormItem['component']>,
      label: '',
      helpText: '',
      wide: true,
      required: true,
      el: { hasVirtual: false, hasTemplates: false },
      rules: [
        {
          validator: async (_, words?: string[]) => {
            if (lacksAccounts(words ?? [])) throw new Error(t('account.needOne'));
          },
        },
      ],
    }),
    [t],
  );
};

/** The switch on the page of a rule. */
export const useActiveSwitch = (need: string) => {
  const { t } = useTranslation('rules');
  const { t: words } = useTranslation('resources');
  const can = useCan()(need);
  return ({
    row,
    patch,
  }: {
    row: Row & { is_active: boolean };
    patch: (changes: Record<string, unknown>, title?: string) => Promise<void>;
  }): QuickAction[] => [
    {
      name: 'active',
      title: t('active'),
      icon: <PoweroffOutlined />,
      isOn: row.is_active,
      can,
      reason: words('noPermission'),
      onRun: (is_active) => patch({ is_active }, t('active')),
    },
  ];
};
