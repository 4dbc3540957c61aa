import { Button, Radio } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { usePlatform } from '../../platform/Platform.tsx';
import { exportParams } from '../list/listQuery.ts';
import type { ListController } from '../list/useListController.ts';
import { useSelectionToken } from '../list/useSelectionToken.ts';
import { withQuery } from '../resource/url.ts';
import { openDownload } from './download.ts';
import { type ExportRange, exportRanges, firstRange, permittedRanges } from './exportRange.ts';

const WIDTH = 700;
const CHECK_URL = '/api/v1/authentication/confirm/check/';
const RANGES: readonly ExportRange[] = ['all', 'selected', 'filtered'];

/** Whether the person may export: at once, or after proving who they are. */
const useIdentityFirst = (level: string | undefined, onRefused: () => void): boolean => {
  const { http } = usePlatform();
  const [isProven, setProven] = useState(level === undefined);
  const ask = useEffectEvent(async () => {
    try {
      // The request layer opens the identity dialog on 412 and repeats the call.
      await http.get(CHECK_URL, { params: { confirm_type: level } });
      setProven(true);
    } catch {
      onRefused();
    }
  });
  useEffect(() => {
    if (level !== undefined) void ask();
  }, [level]);
  return isProven;
};

/** Saves rows of a list as a file. */
export function ExportDialog({ list, onClose }: { list: ListController; onClose: () => void }) {
  const { t } = useTranslation('engine');
  const tokenOf = useSelectionToken();
  const { http, session } = usePlatform();
  const { slots, resource, selection } = list;
  const isProven = useIdentityFirst(slots.exportConfirm, onClose);
  const possible = permittedRanges(
    exportRanges({ hasFilters: list.hasFilters, chosen: selection.rows.length }),
    slots,
  );
  const [range, setRange] = useState<ExportRange>(() => firstRange(possible));
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv');
  const [isBusy, setBusy] = useState(false);
  // A list within a date range has counted fewer rows than the file will hold.
  const total = list.dates ? undefined : list.total;
  const counts: Record<ExportRange, number | undefined> = {
    all: total,
    selected: selection.rows.length,
    filtered: total,
  };
  const save = async () => {
    setBusy(true);
    try {
      const url = slots.exportUrl?.(resource.url) ?? resource.url;
      const scope = exportParams(list.params);
      const chosen = range === 'selected' ? { spm: await tokenOf(selection.ids) } : scope;
      // A download says nothing of a session that is over or a server that is away; a request does.
      await http.options(resource.url);
      const query = { ...chosen, format, oid: session.get().currentOrg?.id };
      if (slots.onExport) await slots.onExport(query, list);
      else openDownload(withQuery(url, query));
      onClose();
    } catch {
      setBusy(false);
    }
  };
  if (!isProven) return null;
  return (
    <Modal
      open
      width={WIDTH}
      style={{ top: '3vh' }}
      title={t('export.title', { titles: resource.titles })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" loading={isBusy} disabled={!possible[range]} onClick={() => void save()}>
            {t('export.ok')}
          </Button>
        </>
      }
    >
      <div style={{ display: 'grid', gap: 16, padding: '8px 0' }}>
        <div>
          <div style={{ fontWeight: 500, fontSize: 13, marginBottom: 4 }} id="export-format">
            {t('export.format')}
          </div>
          <Radio.Group
            aria-labelledby="export-format"
            value={format}
            options={[
              { value: 'csv', label: 'CSV' },
              { value: 'xlsx', label: 'Excel' },
            ]}
            onChange={(event) => setFormat(event.target.value)}
          />
        </div>
        <div>
          <div style={{ fontWeight: 500, fontSize: 13, marginBottom: 4 }} id="export-range">
            {t('export.range')}
          </div>
          <Radio.Group
            aria-labelledby="export-range"
            value={range}
            options={RANGES.map((value) => ({
              value,
              disabled: !possible[value],
              label:
                possible[value] && counts[value] !== undefined
                  ? t(`export.ranges.${value}Count`, { count: counts[value] })
                  : t(`export.ranges.${value}`),
            }))}
            onChange={(event) => setRange(event.target.value)}
          />
        </div>
        {slots.exportTip && <p className="t3 md">{slots.exportTip}</p>}
        {list.dates && <p className="t3 md">{t('export.withoutDates')}</p>}
      </div>
    </Modal>
  );
}
