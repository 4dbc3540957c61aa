import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { useStore } from '../../platform/store.ts';
import controls from '../../replay/dark/controls.module.css';
import { cx } from '../../replay/dark/cx.ts';
import { Dialog } from './Dialog.tsx';

/** Shows the pending questions, the oldest first. */
export function Questions() {
  const { t } = useTranslation('luna');
  const { dialogs } = usePlatform();
  const { pending } = useStore(dialogs.store);
  const request = pending.find((entry) => entry.kind === 'confirm');
  if (request?.kind !== 'confirm') return null;
  const { question, settle } = request;
  return (
    <Dialog
      key={request.id}
      title={question.title}
      onClose={() => settle(false)}
      footer={
        <>
          <button
            type="button"
            className={controls.button}
            data-focus={question.focusCancel || undefined}
            onClick={() => settle(false)}
          >
            {question.cancelText ?? t('action.cancel')}
          </button>
          <button
            type="button"
            className={cx(controls.button, question.danger ? controls.danger : controls.primary)}
            data-focus={question.focusCancel ? undefined : true}
            onClick={() => settle(true)}
          >
            {question.okText}
          </button>
        </>
      }
    >
      {question.body}
    </Dialog>
  );
}
