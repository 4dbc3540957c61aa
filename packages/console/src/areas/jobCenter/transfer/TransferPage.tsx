import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TreeListLayout } from '../../../engine/tree/TreeListLayout.tsx';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import { EmptyState } from '../../../theme/state/EmptyState.tsx';
import { AssetTree } from '../quick/AssetTree.tsx';
import { QuickRun } from '../quick/QuickRun.tsx';
import quick from '../quick/quick.module.css';
import { StopButton } from '../quick/StopButton.tsx';
import { TransferFields } from './TransferFields.tsx';
import { TransferFiles } from './TransferFiles.tsx';
import { type Transfer, useTransfer } from './useTransfer.ts';

/** Starts and stops the transfer, and says how it is done. */
function TransferBar({ transfer, treeButton }: { transfer: Transfer; treeButton: ReactNode }) {
  const { t } = useTranslation('transfer');
  const { isRoot } = useSession();
  const isRunning = transfer.run?.isRunning === true;
  const label = transfer.isSending ? 'sending' : isRunning ? 'running' : 'start';
  return (
    <div className={quick.bar}>
      {treeButton}
      <Button
        type="primary"
        icon={<UploadOutlined aria-hidden />}
        loading={transfer.isSending || isRunning}
        disabled={isRoot || isRunning}
        {...(isRoot && { title: t('notInGlobal') })}
        onClick={() => void transfer.start()}
      >
        {t(label, { share: formatNumber(transfer.sent ?? 0, { style: 'percent' }) })}
      </Button>
      <StopButton run={transfer.run} onStop={transfer.isSending ? transfer.stopSending : undefined} />
      <TransferFields transfer={transfer} />
    </div>
  );
}

/** Transfers chosen files to chosen assets and shows how each is doing. */
export function TransferPage() {
  const { t } = useTranslation('transfer');
  const transfer = useTransfer();
  const { run } = transfer;
  return (
    <PageFrame fill>
      <TreeListLayout
        tree={(onHide) => <AssetTree chosen={transfer.chosen} onChoose={transfer.choose} onHide={onHide} />}
        list={(treeButton) => (
          <div className={quick.main}>
            <section className={quick.card} aria-label={t('files')}>
              <TransferBar transfer={transfer} treeButton={treeButton} />
              {transfer.problem !== undefined && (
                <p className={quick.problem} role="alert">
                  {transfer.problem}
                </p>
              )}
              <TransferFiles transfer={transfer} />
            </section>
            {run ? (
              <QuickRun key={run.id} run={run} onStarted={transfer.follow} />
            ) : (
              <div className={quick.empty}>
                <EmptyState title={t('none')} text={t('noneText')} />
              </div>
            )}
          </div>
        )}
      />
    </PageFrame>
  );
}
