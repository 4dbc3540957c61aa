import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useDialogSize } from '../../../platform/page/useDialogSize.ts';
import { DiffTable } from '../../detail/DiffDialog.tsx';
import { nameOf, type Row } from '../../resource/row.ts';
import styles from '../Form.module.css';
import type { FormController } from '../useResourceForm.ts';
import { ConflictValue } from './ConflictValue.tsx';
import type { ConflictAnswer, Difference } from './conflict.ts';
import { LastChange } from './LastChange.tsx';
import type { PendingConflict } from './useConflict.ts';

type Props = { pendingConflict: PendingConflict; controller: FormController; onLeave: () => void };
type Choice = { answer: ConflictAnswer; text: string; danger?: boolean };

/** Buttons for the possible answers; the last one is primary. */
function Answers({ choices, onChoose }: { choices: Choice[]; onChoose: (answer: ConflictAnswer) => void }) {
  return (
    <div className={styles.answers}>
      {choices.map(({ answer, text, danger }, index) => (
        <Button
          key={answer}
          type={index === choices.length - 1 ? 'primary' : 'default'}
          danger={danger}
          onClick={() => onChoose(answer)}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}

function Differences({ row, differences }: { row: Row; differences: Difference[] }) {
  const { t } = useTranslation('engine');
  return (
    <DiffTable
      title={t('conflict.fields')}
      heads={[t('conflict.theirs'), t('conflict.mine')]}
      rows={differences.map(({ label, item, theirs, mine, isTheirs }) => ({
        field: label,
        note: isTheirs ? undefined : t('conflict.onlyMine'),
        before: <ConflictValue item={item} value={theirs} row={row} />,
        after: <ConflictValue item={item} value={mine} row={row} />,
      }))}
    />
  );
}

/**
 * Shown when another user has changed or deleted the row meanwhile. After a change it says who made it, if
 * known, and shows the differences; the user decides what to do.
 */
export function ConflictDialog({ pendingConflict, controller, onLeave }: Props) {
  const { t } = useTranslation('engine');
  const size = useDialogSize();
  const { conflict, settle } = pendingConflict;
  const { context, source } = controller;
  const name = nameOf(context.row, source.view?.label);
  const choose = (answer: ConflictAnswer) => {
    settle(answer);
    if (answer === 'leave') onLeave();
  };
  const choices: Choice[] =
    conflict.kind === 'changed'
      ? [
          { answer: 'stay', text: t('action.cancel') },
          { answer: 'theirs', text: t('conflict.takeTheirs') },
          { answer: 'mine', text: t('conflict.saveMine'), danger: true },
        ]
      : [
          { answer: 'stay', text: t('action.cancel') },
          { answer: 'leave', text: t('conflict.leave') },
          ...(conflict.canCreate ? [{ answer: 'create' as const, text: t('conflict.create') }] : []),
        ];
  return (
    <Modal
      open
      {...size}
      title={t(conflict.kind === 'changed' ? 'conflict.changedTitle' : 'conflict.goneTitle', { name })}
      mask={{ closable: false }}
      onCancel={() => choose('stay')}
      footer={<Answers choices={choices} onChoose={choose} />}
    >
      {conflict.kind === 'changed' ? (
        <>
          <p className={styles.who}>
            <LastChange id={String(conflict.row.id)} refusal={conflict.refusal} />
            {t('conflict.nothingSaved')}
          </p>
          <Differences row={conflict.row} differences={conflict.differences} />
        </>
      ) : (
        <p>{t('conflict.gone')}</p>
      )}
    </Modal>
  );
}
