import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { label } from '@gatehouse/contract/resources/labels/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TransferPanes } from '../../../engine/select/TransferPanes.tsx';
import type { TransferOption } from '../../../engine/select/transferModel.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useGuardedClose } from '../../../platform/page/useGuardedClose.ts';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';

type ResourceType = RowIn<AnswerOf<Calls['GET /api/v1/labels/resource-types/']>>;

type RowIn<Answer> = Answer extends (infer Row)[] ? Row : never;

/** The rows of an answer, paged or not. */
const rowsIn = <Row,>(answer: Row[] | { results: Row[] }): Row[] =>
  Array.isArray(answer) ? answer : answer.results;

const TYPES_URL = '/api/v1/labels/resource-types/';
const WIDTH = 768;

type Label = Pick<RowOf<typeof label>, 'id' | 'name' | 'value'>;

type Props = { label: Label; onClose: () => void; onBound: () => void };

const boundTo = (label: Label, type: number) => ({ label: label.id, type: String(type) });

/** For each type changed here, by its id: the rows to bind. They are kept when another type is chosen. */
type Drafts = Readonly<Record<number, TransferOption[]>>;

/** Binds a label to rows; one type is shown at a time. */
export function BindDialog({ label, onClose, onBound }: Props) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const notify = useNotify();
  const [type, setType] = useState<number>();
  const [drafts, setDrafts] = useState<Drafts>({});
  const cancel = useGuardedClose(Object.keys(drafts).length > 0, onClose);
  const { data: types = [] } = useQuery({
    queryKey: ['labelTypes'],
    queryFn: async ({ signal }) => rowsIn(await http.call('GET /api/v1/labels/resource-types/', { signal })),
    staleTime: 10 * 60_000,
  });
  const chosen = type ?? types[0]?.id;
  const bind = async (shown: Drafts) => {
    let count = 0;
    for (const [each, rows] of Object.entries({ ...drafts, ...shown })) {
      const body = { res_ids: rows.map(({ id }) => id) };
      const params = boundTo(label, Number(each));
      count += (
        await http.call('PUT /api/v1/labels/labels/:label/resource-types/:type/resources/', { params, body })
      ).total;
    }
    notify.success(t('label.bound', { count }));
    onBound();
    onClose();
  };
  return (
    <Modal
      open
      width={WIDTH}
      style={{ top: '3vh' }}
      title={t('label.bindTitle', { label: `${label.name}:${label.value}` })}
      footer={null}
      onCancel={cancel}
    >
      <Select
        style={{ width: '100%', marginBottom: 12 }}
        aria-label={t('label.resourceType')}
        value={chosen}
        onChange={setType}
        options={optionsOf(types)}
      />
      {chosen !== undefined && (
        <OneType
          key={chosen}
          label={label}
          type={chosen}
          draft={drafts[chosen]}
          onClose={cancel}
          onMove={(rows) => setDrafts({ ...drafts, [chosen]: rows })}
          onConfirm={(rows) => bind({ [chosen]: rows })}
        />
      )}
    </Modal>
  );
}

/** Types grouped by their part of the product. */
const optionsOf = (types: readonly ResourceType[]) =>
  [...Map.groupBy(types, ({ app_display }) => app_display)].map(([app, ofApp]) => ({
    label: app,
    title: app,
    options: ofApp.map(({ id, name }) => ({ value: id, label: name })),
  }));

function OneType(props: {
  label: Label;
  type: number;
  draft: TransferOption[] | undefined;
  onClose: () => void;
  onMove: (rows: TransferOption[]) => void;
  onConfirm: (rows: TransferOption[]) => Promise<void>;
}) {
  const { label, type, draft, ...panes } = props;
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['labelBound', label.id, type],
    queryFn: async ({ signal }) => {
      const [params, query] = [boundTo(label, type), { bound: '1' }];
      const rows = await http.call('GET /api/v1/labels/labels/:label/resource-types/:type/resources/', {
        params,
        query,
        signal,
      });
      return rowsIn(rows).map(({ id, name }): TransferOption => ({ id: String(id), label: name }));
    },
    gcTime: 0,
  });
  const rows = draft ?? data;
  if (!rows) return <SkeletonRows rows={6} columns={2} />;
  return <TransferPanes url={`${TYPES_URL}${type}/resources/`} chosen={rows} {...panes} />;
}
