import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { childrenOf } from '../../../engine/fields/nested/ui.tsx';
import { ItemsDialog } from '../../../engine/form/items/ItemsDialog.tsx';
import type { Column } from '../../../engine/table/Column.ts';
import { DataTable } from '../../../engine/table/DataTable.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';

type Param = { name: string; label?: string; default?: string; help_text?: string };

/** The parameters of a method: what its form asks for. */
export function ParamsInput({ value, onChange, meta, id, disabled }: InputProps) {
  const { t } = useTranslation('resources');
  const [open, setOpen] = useState<{ index: number | undefined }>();
  const params: readonly Param[] = Array.isArray(value) ? value : [];
  const metas = childrenOf(meta) ?? {};
  const edited = open?.index === undefined ? undefined : params[open.index];
  const save = (param: Param) => {
    const index = open?.index;
    onChange?.(index === undefined ? [...params, param] : params.with(index, param));
    setOpen(undefined);
  };
  const columns: Column<Param & { id: number }>[] = [
    { name: 'name', title: metas.name?.label ?? '', width: 130, render: ({ name }) => <Mono>{name}</Mono> },
    { name: 'label', title: metas.label?.label ?? '', width: 160, render: ({ label }) => label },
    { name: 'default', title: metas.default?.label ?? '', width: 160, render: (param) => param.default },
    {
      name: 'actions',
      title: t('actions'),
      width: 130,
      align: 'right',
      render: (param) => (
        <>
          <Button type="link" size="small" onClick={() => setOpen({ index: param.id })}>
            {t('action.edit')}
          </Button>
          <Button
            type="link"
            size="small"
            onClick={() => onChange?.(params.filter((_, index) => index !== param.id))}
          >
            {t('action.remove')}
          </Button>
        </>
      ),
    },
  ];
  return (
    <div id={id}>
      {params.length > 0 && (
        <DataTable
          label={meta.label}
          compact
          columns={columns}
          rows={params.map((param, index) => ({ ...param, id: index }))}
          rowName={({ name }) => name}
        />
      )}
      <Button
        size="small"
        style={{ marginBlockStart: params.length > 0 ? 8 : 0 }}
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled}
        onClick={() => setOpen({ index: undefined })}
      >
        {t('playbookMethod.addParam')}
      </Button>
      {open && (
        <ItemsDialog<Param>
          title={edited ? t('playbookMethod.editParam', { name: edited.name }) : t('playbookMethod.addParam')}
          okText={edited ? t('action.save') : t('action.add')}
          items={Object.entries(metas).map(([name, itemMeta]) => ({ id: name, meta: itemMeta }))}
          start={edited ?? {}}
          onClose={() => setOpen(undefined)}
          onSave={save}
        />
      )}
    </div>
  );
}
