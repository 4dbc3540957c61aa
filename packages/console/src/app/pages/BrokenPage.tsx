import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRevalidator, useRouteError } from 'react-router';
import { errorText, isUnfetched } from '../../platform/http/errorText.ts';
import { HttpError } from '../../platform/http/HttpError.ts';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { usePictureGone } from '../start/picture.ts';

/** Shown in place of a page that failed to load or render; the rest of the console keeps working. */
export function BrokenPage() {
  usePictureGone();
  const { t } = useTranslation('common');
  const error = useRouteError();
  const text =
    error instanceof HttpError
      ? errorText(error, t)
      : isUnfetched(error)
        ? t('error.pageUnfetched')
        : error instanceof Error
          ? error.message
          : t('error.hasError');
  return (
    <div role="alert" style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
      <EmptyState
        icon={<ReloadOutlined aria-hidden />}
        title={t('error.pageBroken')}
        text={text}
        actions={error instanceof HttpError ? <AskAgain /> : <Reload />}
      />
    </div>
  );
}

/** Repeats the page's failed request without reloading the console. */
function AskAgain() {
  const { t } = useTranslation('common');
  const { state, revalidate } = useRevalidator();
  return (
    <Button type="primary" loading={state === 'loading'} onClick={() => void revalidate()}>
      {t('action.retry')}
    </Button>
  );
}

function Reload() {
  const { t } = useTranslation('common');
  return <Button onClick={() => window.location.reload()}>{t('action.reload')}</Button>;
}
