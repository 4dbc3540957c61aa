import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { SecretCell } from '../../engine/cells/SecretCell.tsx';
import { type Fact, FactList } from '../../engine/detail/FactsCard.tsx';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';

type Change = { id: string; account: { name: string }; asset: { name: string } };

/** The secrets before and after a change, hidden at first; the request layer asks for confirmation. */
export function ChangedSecrets({
  change,
  kind = 'change',
  onClose,
}: {
  change: Change;
  kind?: 'change' | 'push';
  onClose: () => void;
}) {
  const { t } = useTranslation('areas');
  const http = useHttp();
  const name = `${change.account.name} @ ${change.asset.name}`;
  const { data, isPending, error } = useQuery({
    queryKey: ['changed secrets', change.id],
    queryFn: ({ signal }) => {
      const request = {
        ...{ params: { id: change.id }, signal },
        confirmFor: t('changes.confirmSecrets', { name }),
      };
      return kind === 'push'
        ? http.call('GET /api/v1/accounts/push-account-records/:id/secret/', request)
        : http.call('GET /api/v1/accounts/change-secret-records/:id/secret/', request);
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const fact = (kind: 'old_secret' | 'new_secret', secret: string | null): Fact => {
    const label = t(`changes.${kind}`);
    return {
      ...{ name: kind, label },
      value: secret ? (
        <SecretCell isBlock name={`${label}, ${name}`} read={async () => secret} />
      ) : (
        <span className="t3">{t('changes.notKept')}</span>
      ),
    };
  };
  return (
    <Modal
      open
      width={560}
      title={t('changes.secretsOf', { name })}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('changes.close')}
        </Button>
      }
    >
      {isPending ? (
        <SkeletonRows rows={2} columns={2} />
      ) : error ? (
        <p className="t3">{t('changes.secretsRefused')}</p>
      ) : (
        <FactList facts={[fact('old_secret', data.old_secret), fact('new_secret', data.new_secret)]} />
      )}
    </Modal>
  );
}
