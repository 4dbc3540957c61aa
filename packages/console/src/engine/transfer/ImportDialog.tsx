import FileExcelOutlined from '@ant-design/icons/FileExcelOutlined';
import PauseOutlined from '@ant-design/icons/PauseOutlined';
import { Button, Modal } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../platform/time/bytes.ts';
import type { ListController } from '../list/useListController.ts';
import styles from './Import.module.css';
import { ImportForm } from './ImportForm.tsx';
import { ImportTable } from './ImportTable.tsx';
import { buttonOf } from './importTask.ts';
import { type ImportController, type ImportMode, useImport } from './useImport.ts';

const WIDTH = 900;

/** What an import may do here: create with the right to create, update with the right to change in bulk. */
export const importModes = (list: ListController): ImportMode[] => {
  const { access } = list.resource;
  const { canImportCreate = true, canImportUpdate = true } = list.slots;
  return [
    ...(access.canCreate && canImportCreate ? (['create'] as const) : []),
    ...(access.canBulkUpdate && canImportUpdate ? (['update'] as const) : []),
  ];
};

function FileLine({ controller }: { controller: ImportController }) {
  const { t } = useTranslation('engine');
  const { file, rows = [], columns, mode, task } = controller;
  return (
    <div className={styles.file}>
      <FileExcelOutlined style={{ fontSize: 22, color: 'var(--ok)' }} aria-hidden="true" />
      <div className="grow">
        <div style={{ fontWeight: 500 }}>{file?.name}</div>
        <div className="sm t3">
          {t('import.summary', {
            rows: rows.length,
            columns: columns.length,
            size: formatBytes(file?.size ?? 0),
          })}{' '}
          · {t(`import.modes.${mode}`)}
        </div>
      </div>
      <Button size="small" disabled={task === 'started'} onClick={controller.forget}>
        {t('import.replace')}
      </Button>
    </div>
  );
}

/** Imports rows from a file: choose, look, send, put right, send again. */
export function ImportDialog({ list, onClose }: { list: ListController; onClose: () => void }) {
  const { t } = useTranslation('engine');
  const controller = useImport(list.resource.url);
  const modes = importModes(list);
  const { rows, task, mode } = controller;
  const firstMode = modes[0];
  const begin = useEffectEvent(() => {
    if (firstMode && firstMode !== mode) controller.setMode(firstMode);
  });
  useEffect(() => begin(), []);
  const close = () => {
    controller.stop();
    if (task !== 'pending') list.refetch();
    onClose();
  };
  const button = buttonOf(task, rows ?? []);
  const press = {
    import: controller.start,
    stop: controller.stop,
    continue: controller.start,
    finish: close,
  };
  return (
    <Modal
      open
      width={WIDTH}
      style={{ top: '3vh' }}
      title={t('import.title', { titles: list.resource.titles })}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <div className="between">
          <span className="t3 md">{rows && t('import.keeps')}</span>
          <span className="row">
            <Button onClick={close}>{t('action.cancel')}</Button>
            {rows && (
              <Button
                type={button === 'stop' ? 'default' : 'primary'}
                danger={button === 'stop'}
                icon={button === 'stop' ? <PauseOutlined aria-hidden /> : undefined}
                disabled={rows.length === 0}
                onClick={() => void press[button]()}
              >
                {t(`import.buttons.${button}`)}
              </Button>
            )}
          </span>
        </div>
      }
    >
      {rows ? (
        <>
          <FileLine controller={controller} />
          <ImportTable controller={controller} />
        </>
      ) : (
        <ImportForm list={list} controller={controller} modes={modes} />
      )}
    </Modal>
  );
}
