import type { CallPath } from '@gatehouse/contract/calls/all.ts';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { RemoteOptions } from '../../../engine/select/RemoteOptions.tsx';

const ALL = 'all';
const remote = { url: '/api/v1/assets/protocols/' satisfies CallPath, label: 'label', value: 'value' };

/** Input for the protocols of a permission: all, or a choice. */
export function ProtocolsInput(props: InputProps) {
  const { t } = useTranslation('resources');
  const words = Array.isArray(props.value) ? props.value.map(String) : [ALL];
  const isAll = words.includes(ALL);
  return (
    <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
      <Segmented
        aria-label={props.meta.label}
        disabled={props.disabled}
        value={isAll ? ALL : 'some'}
        options={[
          { value: ALL, label: t('permission.allProtocols') },
          { value: 'some', label: t('permission.someProtocols') },
        ]}
        onChange={(next) => props.onChange?.(next === ALL ? [ALL] : [])}
      />
      {!isAll && (
        <div style={{ width: '100%', display: 'grid' }}>
          <RemoteOptions
            {...props}
            aria-label={t('permission.someProtocols')}
            remote={remote}
            multiple
            value={words}
          />
        </div>
      )}
    </div>
  );
}
