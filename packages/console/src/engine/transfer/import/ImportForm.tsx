import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { Button, Radio, Spin } from 'antd';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useSelectionToken } from '../../list/actions/useSelectionToken.ts';
import type { ListController } from '../../list/ListSlots.ts';
import { withQuery } from '../../resource/url.ts';
import { openDownload } from '../download.ts';
import styles from './Import.module.css';
import type { ImportController } from './useImport.ts';
import type { ImportMode } from './useSendRows.ts';

type Props = { list: ListController; controller: ImportController; modes: readonly ImportMode[] };

const useTemplate = (list: ListController, mode: ImportMode) => {
  const tokenOf = useSelectionToken();
  const { session } = usePlatform();
  return async (format: 'csv' | 'xlsx') => {
    const { selection, resource } = list;
    const isChosen = mode === 'update' && selection.rows.length > 0;
    const rows = isChosen ? { spm: await tokenOf(selection.ids) } : { limit: 1 };
    const template = {
      create: { template: 'import', action: 'create' },
      update: { template: 'update', action: 'partial_update' },
    };
    const oid = session.get().currentOrg?.id;
    openDownload(withQuery(resource.url, { format, ...template[mode], ...rows, oid }));
  };
};

/** First step of an import: mode, template, file. */
export function ImportForm({ list, controller, modes }: Props) {
  const { t } = useTranslation('engine');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const download = useTemplate(list, controller.mode);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void controller.take([...event.dataTransfer.files]);
  };
  return (
    <div className={styles.form}>
      <Radio.Group
        aria-label={t('import.mode')}
        value={controller.mode}
        options={modes.map((value) => ({ value, label: t(`import.modes.${value}`) }))}
        onChange={(event) => controller.setMode(event.target.value)}
      />
      <div className="row md">
        <span className="t2">{t('import.template')}</span>
        <Button size="small" onClick={() => void download('csv')}>
          CSV
        </Button>
        <Button size="small" onClick={() => void download('xlsx')}>
          Excel
        </Button>
        {controller.mode === 'update' && (
          <span className="t3">{t('import.templateRows', { count: list.selection.rows.length })}</span>
        )}
      </div>
      <div>
        <button
          type="button"
          className={styles.drop}
          data-over={isOver}
          onClick={() => input.current?.click()}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {controller.isParsing ? (
            <Spin size="small" />
          ) : (
            <InboxOutlined aria-hidden style={{ fontSize: 26 }} />
          )}
          <span>{t('import.drop')}</span>
          <span className="t3 sm">{t('import.limits')}</span>
        </button>
        <input
          ref={input}
          type="file"
          accept=".csv,.xlsx"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('import.file')}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = '';
            void controller.take(files);
          }}
        />
        {controller.fault && (
          <p role="alert" className={styles.bad}>
            {controller.fault}
          </p>
        )}
      </div>
    </div>
  );
}
