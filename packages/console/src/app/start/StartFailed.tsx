import { DisconnectOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/http/errorText.ts';
import type { StartOutcome } from '../../platform/session/startUp.ts';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { usePictureGone } from './picture.ts';

/** Says why the console could not start, and offers a retry. */
export function StartFailed({ failure }: { failure: Extract<StartOutcome, { kind: 'failed' }> }) {
  usePictureGone();
  const { t } = useTranslation('common');
  return (
    <main role="alert" style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
      <EmptyState
        icon={<DisconnectOutlined aria-hidden />}
        title={t('error.hasError')}
        text={failure.untrustedHost ? t('error.untrustedHost') : errorText(failure.error, t)}
        actions={<Button onClick={() => window.location.reload()}>{t('action.retry')}</Button>}
      />
    </main>
  );
}
