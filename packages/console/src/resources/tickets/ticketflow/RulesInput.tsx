import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { Form, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { childrenOf } from '../../../engine/fields/nested/ui.tsx';
import { idsOf } from '../../../engine/select/idsOf.ts';
import { RemoteSelect } from '../../../engine/select/RemoteSelect.tsx';
import styles from '../tickets.module.css';
import { CHOSEN_USERS, type Rule, rulesUpTo } from './flowRules.ts';

/** Approvers may be users of any organization. */
const USERS_URL = `/api/v1/users/users/?oid=${ROOT_ORG_ID}`;

/** Approvers of each level of a flow. */
export function RulesInput({ value, onChange, meta, disabled }: InputProps<Rule[]>) {
  const { t } = useTranslation('tickets');
  const levels = Number(Form.useWatch('approval_level', Form.useFormInstance()));
  const rules = rulesUpTo(value, levels);
  const strategies = childrenOf(meta)?.strategy?.choices ?? [];
  const change = (at: number, changes: Partial<Rule>) =>
    onChange?.(rules.map((rule, place) => (place === at ? { ...rule, ...changes } : rule)));
  return (
    <div className={styles.rules}>
      {rules.map((rule, at) => {
        const title = t('flow.level', { level: at + 1 });
        return (
          <fieldset key={title} className={styles.rule} aria-label={title}>
            <div className={styles.ruleTitle}>{title}</div>
            <Radio.Group
              vertical
              aria-label={title}
              disabled={disabled}
              options={strategies.map(({ value: strategy, label }) => ({ value: String(strategy), label }))}
              value={rule.strategy}
              onChange={(event) => change(at, { strategy: event.target.value })}
            />
            {rule.strategy === CHOSEN_USERS && (
              <RemoteSelect
                url={USERS_URL}
                multiple
                disabled={disabled}
                aria-label={t('flow.approvers', { level: at + 1 })}
                placeholder={t('flow.choose')}
                value={idsOf(rule.assignees)}
                onChange={(assignees) => change(at, { assignees: assignees.map(String) })}
              />
            )}
          </fieldset>
        );
      })}
    </div>
  );
}
