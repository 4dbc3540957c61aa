import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { EmptyState } from '../../theme/EmptyState.tsx';

/** A chunk that is gone means that a newer version was installed. */
const isOutdated = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|Failed to fetch/i.test(error.message);

/** A page that failed while it was loaded or drawn; the rest of the console goes on. */
export function BrokenPage() {
  const { t } = useTranslation('common');
  const error = useRouteError();
  return (
    <div role="alert" style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
      <EmptyState
        icon={<ReloadOutlined aria-hidden />}
        title={t('error.pageBroken')}
        text={
          isOutdated(error)
            ? t('error.pageOutdated')
            : error instanceof Error
              ? error.message
              : t('error.hasError')
        }
        actions={<Button onClick={() => window.location.reload()}>{t('action.reload')}</Button>}
      />
    </div>
  );
}
