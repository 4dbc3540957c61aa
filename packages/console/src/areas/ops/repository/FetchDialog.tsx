import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { errorText } from '../../../platform/http/errorText.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { Spinner } from '../../../theme/state/Spinner.tsx';
import { Comparison, Fingerprints, type Found } from './found.tsx';
import styles from './repository.module.css';

/** A playbook from a repository. */
export type Source = {
  id: string;
  name: string;
  vcs_url: string;
  vcs_host_key: string;
  vcs_public_key: string;
};

type Step = { okText: string; danger?: boolean; isOff?: boolean; body: ReactNode; run: () => Promise<void> };

/** What the repository has now. */
const useFound = (id: string) => {
  const http = useHttp();
  return useQuery<Found>({
    queryKey: ['comparePlaybook', id],
    queryFn: ({ signal }) =>
      http.call('POST /api/v1/ops/playbooks/:id/compare/', {
        params: { id },
        signal,
        disableFlashErrorMsg: true,
      }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};

/** The failure, and the key in case the host does not know it yet. */
function Failure({ text, publicKey }: { text: string; publicKey: string }) {
  const { t } = useTranslation('ops');
  return (
    <>
      <p role="alert" className={styles.bad}>
        {text}
      </p>
      <p className="t3">{t('repository.key')}</p>
      <pre className={`mono ${styles.key}`}>{publicKey}</pre>
    </>
  );
}

/**
 * Fetches the files of a repository in steps: the key of a host that is not known is confirmed, then what would change
 * is shown, then the commit is fetched in the background.
 */
export function FetchDialog(props: {
  source: Source;
  onClose: () => void;
  /** The host key was confirmed. */
  onConfirmed: () => void;
  onStarted: () => void;
}) {
  const { source, onClose, onConfirmed, onStarted } = props;
  const { t } = useTranslation('ops');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const found = useFound(source.id);
  const [isBusy, setBusy] = useState(false);
  const again = async () => void (await found.refetch());
  const trust = async (vcs_host_key: string) => {
    await http.patch(`/api/v1/ops/playbooks/${source.id}/`, { vcs_host_key });
    onConfirmed();
    await again();
  };
  const fetchIt = async (commit: string) => {
    const request = { params: { id: source.id }, body: { commit } };
    await http.call('POST /api/v1/ops/playbooks/:id/fetch/', request);
    onStarted();
  };
  const stepOf = ({ data, error }: typeof found): Step => {
    if (error || !data)
      return {
        okText: t('repository.again'),
        body: <Failure text={error ? errorText(error, common) : ''} publicKey={source.vcs_public_key} />,
        run: again,
      };
    if (!data.is_confirmed)
      return {
        okText: t('repository.trust'),
        danger: source.vcs_host_key !== '',
        body: <Fingerprints recorded={source.vcs_host_key} shown={data.host_key} />,
        run: () => trust(data.host_key),
      };
    return {
      okText: t('repository.fetchOne', { commit: data.to.slice(0, 8) }),
      isOff: data.from === data.to && data.changes_amount === 0,
      body: <Comparison found={data} />,
      run: () => fetchIt(data.to),
    };
  };
  const step = stepOf(found);
  const isAsking = found.isFetching;
  const run = async () => {
    setBusy(true);
    // The request layer has reported what failed.
    await step.run().catch(() => undefined);
    setBusy(false);
  };
  return (
    <Modal
      open
      width={640}
      title={t('repository.fetchFrom', { name: source.name })}
      okText={isAsking ? t('repository.fetch') : step.okText}
      okButtonProps={{ disabled: isAsking || step.isOff === true, danger: !isAsking && step.danger === true }}
      confirmLoading={isBusy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      {isAsking ? (
        <div role="status" className={styles.asking}>
          <Spinner />
          <p className="t3">{t('repository.asking', { address: source.vcs_url })}</p>
        </div>
      ) : (
        step.body
      )}
    </Modal>
  );
}
