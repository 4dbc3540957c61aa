import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useDialogSize } from '../../platform/page/useDialogSize.ts';
import { useGuardedClose } from '../../platform/page/useGuardedClose.ts';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { nameOf, type Row } from '../resource/row.ts';
import { useUndo } from '../undo/useUndo.ts';
import { FormConflict } from './conflict/FormConflict.tsx';
import styles from './Form.module.css';
import { FormProblems } from './FormBar.tsx';
import { FormBody } from './FormBody.tsx';
import type { FormSlots } from './FormSlots.ts';
import { useResourceForm } from './useResourceForm.ts';

type Props = {
  url: string;
  /** `new` creates, `edit` updates the row of `id`, `view` only shows it. */
  mode: 'new' | 'edit' | 'view';
  id?: string;
  slots?: FormSlots;
  title?: string;
  width?: number | string;
  onClose: () => void;
  onSaved?: (row: Row) => void;
};

/** A row's form in a dialog, which stays open until the row is saved or the user closes it. */
export function FormDialog({ url, mode, id, slots, title, width, onClose, onSaved }: Props) {
  const size = useDialogSize();
  const { t } = useTranslation('engine');
  const offerUndo = useUndo();
  const controller = useResourceForm({ url, id, slots });
  const { source, context } = controller;
  const cancel = useGuardedClose(controller.isDirty && mode !== 'view', onClose);
  const kind = source.title;
  const titles = {
    new: t('form.createTitle', { title: kind }),
    edit: t('form.updateTitle', { name: nameOf(context.row, source.view?.label) }),
    view: nameOf(context.row, source.view?.label),
  };
  const save = async () => {
    const row = await controller.submit();
    if (!row) return;
    offerUndo(
      t(mode === 'new' ? 'form.created' : 'form.updated', {
        title: kind,
        name: nameOf(row, source.view?.label),
      }),
      controller.answerOf(row),
    );
    onSaved?.(row);
    onClose();
  };
  return (
    <Modal
      open
      width={width ?? size.width}
      style={size.style}
      title={title ?? titles[mode]}
      mask={{ closable: false }}
      onCancel={cancel}
      footer={
        <div className="between">
          <FormProblems controller={controller} />
          <span className="row">
            <Button onClick={cancel}>{t(mode === 'view' ? 'action.close' : 'action.cancel')}</Button>
            {mode !== 'view' && (
              <Button
                type="primary"
                loading={controller.isSubmitting}
                disabled={source.isPending || slots?.canSubmit === false}
                onClick={() => void save()}
              >
                {t('form.submit')}
              </Button>
            )}
          </span>
        </div>
      }
    >
      <FormConflict controller={controller} onLeave={onClose} />
      <div className={styles.dialog}>
        {source.isPending ? (
          <SkeletonRows rows={5} columns={2} />
        ) : (
          <FormBody controller={controller} url={url} isReadOnly={mode === 'view'} />
        )}
      </div>
    </Modal>
  );
}
