import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import { Button, Space } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ariaOf } from '../../engine/fields/ariaOf.ts';
import { idsOf } from '../../engine/select/idsOf.ts';
import type { RelatedInputProps } from '../../engine/select/RelatedInputs.tsx';
import { RemoteSelect } from '../../engine/select/RemoteSelect.tsx';
import { useRemoteOptions } from '../../engine/select/useRemoteOptions.ts';
import { part } from '../../platform/part/part.ts';

const AssetPickerDialog = part(() => import('./AssetPickerDialog.tsx').then((m) => m.AssetPickerDialog));

/** Assets picked by name, or from the tree in a dialog. */
export function AssetPickerInput(props: RelatedInputProps) {
  const { multiple, value, onChange, url } = props;
  const { t } = useTranslation('resources');
  const [isOpen, setOpen] = useState(false);
  const ids = idsOf(value);
  const remote = useRemoteOptions({ url, search: '', chosen: ids, isOpen: false });
  const emit = (next: (string | number)[]) => onChange?.(multiple ? next : (next[0] ?? null));
  return (
    <>
      <Space.Compact block>
        <RemoteSelect
          {...ariaOf(props)}
          url={url}
          multiple={multiple}
          clearable={!props.meta.required}
          value={ids}
          onChange={emit}
        />
        <Button
          icon={<ApartmentOutlined aria-hidden />}
          aria-label={t('asset.pickFor', { field: props.meta.label })}
          disabled={props.disabled || remote.isForbidden}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
      {isOpen && (
        <Suspense fallback={null}>
          <AssetPickerDialog
            chosen={ids.map((id) => ({ id, name: remote.labelOf(id) ?? String(id) }))}
            onClose={() => setOpen(false)}
            onConfirm={(rows) => {
              emit(rows.map((row) => row.id));
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
