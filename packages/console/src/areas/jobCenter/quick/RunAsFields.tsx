import { runAsPolicies } from '@gatehouse/contract/ops/jobs.ts';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { RunAsBox } from '../RunAsBox.tsx';
import { BarField } from './BarField.tsx';
import { type Chosen, targetsOf } from './chosenNodes.ts';

/** The account to run as, suggested from the chosen assets. */
export function RunAsField({
  chosen,
  value,
  onChange,
}: {
  chosen: Chosen;
  value: string;
  onChange: (runas: string) => void;
}) {
  const { t } = useTranslation('runs');
  return (
    <BarField label={t('quick.runAs')}>
      {(id) => (
        <RunAsBox
          id={id}
          variant="borderless"
          style={{ width: 120 }}
          maxLength={128}
          targets={targetsOf(chosen)}
          value={value}
          onChange={onChange}
        />
      )}
    </BarField>
  );
}

type Policy = (typeof runAsPolicies)[number];

/** What happens on assets that lack the account. */
export function PolicyField({ value, onChange }: { value: Policy; onChange: (policy: Policy) => void }) {
  const { t } = useTranslation('runs');
  return (
    <BarField label={t('quick.ifNone')}>
      {(id) => (
        <Select
          id={id}
          variant="borderless"
          popupMatchSelectWidth={false}
          value={value}
          options={runAsPolicies.map((policy) => ({ value: policy, label: t(`quick.policy.${policy}`) }))}
          onChange={onChange}
        />
      )}
    </BarField>
  );
}
