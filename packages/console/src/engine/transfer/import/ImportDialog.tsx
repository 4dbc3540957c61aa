import PauseOutlined from '@ant-design/icons/PauseOutlined';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useLeaveGuard } from '../../../platform/page/useLeaveGuard.ts';
import type { ListController } from '../../list/ListSlots.ts';
import { mayDo } from '../../list/listTools.ts';
import { BackgroundImport } from './background/BackgroundImport.tsx';
import styles from './Import.module.css';
import { ImportFileLine } from './ImportFileLine.tsx';
import { ImportForm } from './ImportForm.tsx';
import { ImportTable } from './ImportTable.tsx';
import { buttonOf, countRows } from './importTask.ts';
import { useImport } from './useImport.ts';
import type { ImportMode } from './useSendRows.ts';

const WIDTH = 900;

/**
 * Available import modes: create for users who may create rows, update for users who may change them in bulk.
 */
export const importModes = (list: ListController): ImportMode[] => {
  const { slots } = list;
  const { access } = list.resource;
  return [
    ...(access.canCreate && mayDo(slots, 'importCreate') ? (['create'] as const) : []),
    ...(access.canBulkUpdate && mayDo(slots, 'importUpdate') ? (['update'] as const) : []),
  ];
};

/** Imports rows from a file: choose, preview, send, correct, send again. */
export function ImportDialog({ list, onClose }: { list: ListController; onClose: () => void }) {
  const { t } = useTranslation('engine');
  const confirm = useConfirm();
  const modes = importModes(list);
  const controller = useImport(list.resource.url, modes[0] ?? 'create');
  const { rows, task } = controller;
  useLeaveGuard(controller.isUnfinished);
  const close = () => {
    // Pending requests may be answered only after the dialog has closed; then the list is reloaded, to show
    // their rows.
    if (task !== 'pending') void controller.stop().then(list.refetch);
    onClose();
  };
  const cancel = async () => {
    if (!controller.isUnfinished) return close();
    void controller.stop();
    const { all, ok } = countRows(rows ?? []);
    const isSure = await confirm({
      title: t('import.leave.title'),
      body: t('import.leave.body', { count: all - ok }),
      okText: t('import.leave.ok'),
      cancelText: t('import.leave.stay'),
      focusCancel: true,
    });
    if (isSure) close();
  };
  const button = buttonOf(task, rows ?? []);
  // Rows that were refused and not corrected are refused again: Continue is not what to do next.
  const isNext = button !== 'stop' && !(button === 'continue' && countRows(rows ?? []).pending === 0);
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
      onCancel={() => void cancel()}
      footer={
        <div className={`between ${styles.foot}`}>
          <span className="t3 md">{rows && t('import.keeps')}</span>
          <span className="row">
            <Button onClick={() => void cancel()}>{t('action.cancel')}</Button>
            <BackgroundImport list={list} controller={controller} onStarted={onClose} />
            {rows && (
              <Button
                type={isNext ? 'primary' : 'default'}
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
          <ImportFileLine controller={controller} />
          <ImportTable controller={controller} />
        </>
      ) : (
        <ImportForm list={list} controller={controller} modes={modes} />
      )}
    </Modal>
  );
}
