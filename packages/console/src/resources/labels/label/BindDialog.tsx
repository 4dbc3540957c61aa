import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../../engine/list/useListRows.ts';
import type { Row } from '../../../engine/resource/row.ts';
import { textOf } from '../../../engine/resource/row.ts';
import { TransferPanes } from '../../../engine/select/TransferPanes.tsx';
import type { TransferOption } from '../../../engine/select/transferModel.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { SkeletonRows } from '../../../theme/SkeletonRows.tsx';

type ResourceType = { id: number; app_label: string; app_display: string; model: string; name: string };

const TYPES_URL = '/api/v1/labels/resource-types/';
const WIDTH = 768;

type Props = { label: Row; onClose: () => void; onBound: () => void };

/** Binds a label to rows of one type at a time. */
export function BindDialog({ label, onClose, onBound }: Props) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const [type, setType] = useState<number>();
  const { data: types = [] } = useQuery({
    queryKey: ['labelTypes'],
    queryFn: async ({ signal }) =>
      rowsOf(await http.get<Page<ResourceType> | ResourceType[]>(TYPES_URL, { signal })).rows,
    staleTime: 10 * 60_000,
  });
  const chosen = type ?? types[0]?.id;
  const apps = [...new Set(types.map(({ app_display }) => app_display))];
  return (
    <Modal
      open
      width={WIDTH}
      style={{ top: '3vh' }}
      title={t('label.bindTitle', { label: `${label.name}:${label.value}` })}
      footer={null}
      onCancel={onClose}
    >
      <Select
        style={{ width: '100%', marginBottom: 12 }}
        aria-label={t('label.resourceType')}
        value={chosen}
        onChange={setType}
        options={apps.map((app) => ({
          label: app,
          title: app,
          options: types
            .filter(({ app_display }) => app_display === app)
            .map(({ id, name }) => ({ value: id, label: name })),
        }))}
      />
      {chosen !== undefined && (
        <OneType key={chosen} label={label} type={chosen} onClose={onClose} onBound={onBound} />
      )}
    </Modal>
  );
}

function OneType({ label, type, onClose, onBound }: Props & { type: number }) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const notify = useNotify();
  const bindUrl = `/api/v1/labels/labels/${label.id}/resource-types/${type}/resources/`;
  const { data } = useQuery({
    queryKey: ['labelBound', label.id, type],
    queryFn: async ({ signal }) =>
      rowsOf(await http.get<Page<Row> | Row[]>(bindUrl, { params: { bound: 1 }, signal })).rows.map(
        (row): TransferOption => ({ id: String(row.id), label: textOf(row) }),
      ),
    gcTime: 0,
  });
  if (!data) return <SkeletonRows rows={6} columns={2} />;
  return (
    <TransferPanes
      url={`${TYPES_URL}${type}/resources/`}
      chosen={data}
      onClose={onClose}
      onConfirm={async (rows) => {
        const { total } = await http.put<{ total: number }>(bindUrl, { res_ids: rows.map(({ id }) => id) });
        notify.success(t('label.bound', { count: total }));
        onBound();
        onClose();
      }}
    />
  );
}
