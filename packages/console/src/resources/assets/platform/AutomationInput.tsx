import SettingOutlined from '@ant-design/icons/SettingOutlined';
import { removingMethods } from '@gatehouse/contract/assets/automationMethods.ts';
import type { CallPath } from '@gatehouse/contract/calls/all.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { JsonInput } from '../../../engine/fields/json/JsonInput.tsx';
import type { Values } from '../../../engine/form/FormItem.ts';
import { ItemsDialog } from '../../../engine/form/items/ItemsDialog.tsx';
import { useMetadata } from '../../../platform/Platform.tsx';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import styles from './AutomationInput.module.css';
import type { Constraints } from './useConstraints.ts';

/** Automations of a platform. */
export const AUTOMATIONS = [
  'ping',
  'gather_facts',
  'change_secret',
  'push_account',
  'verify_account',
  'gather_accounts',
] as const;

type Automation = (typeof AUTOMATIONS)[number];
type Method = { id: string; name: string };

/** Which automations are on, the method of each, and its parameters. */
type AutomationValues = { ansible_enabled?: boolean; ansible_config?: unknown } & {
  [Name in Automation as `${Name}_enabled`]?: boolean;
} & { [Name in Automation as `${Name}_method`]?: string | null } & {
  [Name in Automation as `${Name}_params`]?: Values;
};

/** Collection whose metadata describes the parameters of automation methods. */
export const METHODS_URL = '/api/v1/assets/platform-automation-methods/' satisfies CallPath;

const methodsOf = (constraints: Constraints | undefined, name: Automation): Method[] => {
  const found = constraints?.automation?.[`${name}_methods`];
  return Array.isArray(found) ? found : [];
};

/** Whether accounts that a method finds are also removed with it. */
export const removesFound = (method: unknown): boolean => Object.hasOwn(removingMethods, String(method));

/** Initial automations of a new platform: all that its type allows and can do, each with the first method. */
export const startingAutomation = (constraints: Constraints): Values => {
  const allowed = constraints.automation ?? {};
  const values: Values = {
    ansible_enabled: Boolean(allowed.ansible_enabled),
    ansible_config: allowed.ansible_config ?? {},
  };
  for (const name of AUTOMATIONS) {
    const [first] = methodsOf(constraints, name);
    values[`${name}_enabled`] = Boolean(allowed[`${name}_enabled`] && first);
    values[`${name}_method`] = first?.id ?? null;
    values[`${name}_params`] = {};
  }
  return values;
};

type LineProps = {
  name: Automation;
  label: string;
  values: AutomationValues;
  constraints: Constraints | undefined;
  params: Record<string, FieldMeta> | undefined;
  disabled: boolean | undefined;
  onChange: (changes: AutomationValues) => void;
};

function Line({ name, label, values, constraints, params, disabled, onChange }: LineProps) {
  const { t } = useTranslation('resources');
  const [isOpen, setOpen] = useState(false);
  const methods = methodsOf(constraints, name);
  const isAllowed = Boolean(constraints?.automation?.[`${name}_enabled`]);
  const isOn = Boolean(values[`${name}_enabled`]);
  const method = values[`${name}_method`];
  const fields = Object.entries(params ?? {});
  const options = methods.map(({ id, name }) => ({ value: id, label: name }));
  // Stored before, or of a platform that every installation has.
  if (method && !methods.some(({ id }) => id === method))
    options.push({ value: method, label: t('platform.methodUnused', { method }) });
  return (
    <div className={styles.line}>
      <Switch
        size="small"
        aria-label={label}
        disabled={disabled || !isAllowed || (!isOn && methods.length === 0)}
        checked={isOn}
        onChange={(next) => onChange({ [`${name}_enabled`]: next })}
      />
      <span className={isAllowed ? undefined : 't3'}>{label}</span>
      {isOn && (
        <>
          <Select
            aria-label={t('platform.methodOf', { name: label })}
            disabled={disabled}
            style={{ width: '100%' }}
            value={method ?? undefined}
            options={options}
            onChange={(next) => onChange({ [`${name}_method`]: next, [`${name}_params`]: {} })}
          />
          <IconButton
            icon={<SettingOutlined aria-hidden />}
            tip={t('platform.paramsOf', { name: label })}
            disabled={disabled || fields.length === 0}
            onClick={() => setOpen(true)}
          />
          {name === 'gather_accounts' && removesFound(method) && (
            <span className={`${styles.remark} sm t3`}>{t('platform.alsoRemoves')}</span>
          )}
        </>
      )}
      {isOpen && (
        <ItemsDialog
          title={t('platform.paramsOf', { name: label })}
          items={fields.map(([id, meta]) => ({ id, meta }))}
          start={values[`${name}_params`] ?? {}}
          onClose={() => setOpen(false)}
          onSave={(next) => {
            onChange({ [`${name}_params`]: next });
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

/** The automations of a platform, such as testing connectivity, changing secrets and pushing accounts. */
export function AutomationInput(props: InputProps<AutomationValues> & { constraints?: Constraints }) {
  const { constraints, disabled, meta } = props;
  const { t } = useTranslation('resources');
  const { data } = useMetadata(METHODS_URL);
  const values = props.value ?? {};
  const change = (changes: AutomationValues) => props.onChange?.({ ...values, ...changes });
  const isOn = Boolean(values.ansible_enabled);
  const labelOf = (name: string) => meta.children?.[name]?.label ?? name;
  return (
    <div id={props.id} className={styles.box}>
      <div className={styles.line}>
        <Switch
          size="small"
          aria-label={labelOf('ansible_enabled')}
          disabled={disabled || !constraints?.automation?.ansible_enabled}
          checked={isOn}
          onChange={(ansible_enabled) => change({ ansible_enabled })}
        />
        <span>{labelOf('ansible_enabled')}</span>
      </div>
      {isOn && (
        <>
          <div className={styles.config}>
            <div className="sm t2">{labelOf('ansible_config')}</div>
            <JsonInput
              name="ansible_config"
              meta={{ ...meta, label: labelOf('ansible_config') }}
              aria-label={labelOf('ansible_config')}
              disabled={disabled}
              value={values.ansible_config}
              onChange={(ansible_config) => change({ ansible_config })}
            />
          </div>
          {AUTOMATIONS.map((name) => (
            <Line
              key={name}
              name={name}
              label={t(`platform.automation.${name}`)}
              values={values}
              constraints={constraints}
              params={data?.actions?.GET?.[String(values[`${name}_method`])]?.children}
              disabled={disabled}
              onChange={change}
            />
          ))}
        </>
      )}
    </div>
  );
}
