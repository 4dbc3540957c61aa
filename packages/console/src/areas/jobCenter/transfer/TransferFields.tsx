import { TRANSFER_BASE } from '@gatehouse/contract/ops/fileTransfer.ts';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { BarField } from '../quick/BarField.tsx';
import { PolicyField, RunAsField } from '../quick/RunAsFields.tsx';
import type { Transfer } from './useTransfer.ts';

/** As whom files are written, where, and with which mode and owner. */
export function TransferFields({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation('transfer');
  const { form, change, chosen } = transfer;
  const text = (name: 'mode' | 'owner', placeholder: string, width: number) => (
    <BarField label={t(name)}>
      {(id) => (
        <Input
          id={id}
          variant="borderless"
          style={{ width }}
          maxLength={66}
          placeholder={placeholder}
          value={form[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </BarField>
  );
  return (
    <>
      <RunAsField chosen={chosen} value={form.runas} onChange={(runas) => change({ runas })} />
      <PolicyField value={form.policy} onChange={(policy) => change({ policy })} />
      <BarField label={t('folder')}>
        {(id) => (
          <Input
            id={id}
            variant="borderless"
            prefix={<span className="t3">{TRANSFER_BASE}/</span>}
            style={{ width: 180 }}
            maxLength={512}
            value={form.folder}
            onChange={(event) => change({ folder: event.target.value })}
          />
        )}
      </BarField>
      {text('mode', '644', 56)}
      {text('owner', t('ownerUsual'), 96)}
    </>
  );
}
