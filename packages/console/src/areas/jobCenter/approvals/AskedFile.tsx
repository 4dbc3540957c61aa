import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../platform/dialog/Drawer.tsx';
import { useHttp } from '../../../platform/Platform.tsx';
import { Failed } from '../../../platform/page/Failed.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { CommandText } from '../../ops/CommandText.tsx';

/** A file of the playbook that would run. */
export function AskedFile({ id, path, onClose }: { id: string; path: string; onClose: () => void }) {
  const { t } = useTranslation('ops');
  const http = useHttp();
  const query = useQuery({
    queryKey: ['jobApproval', id, 'file', path],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/ops/job-approvals/:id/file/', {
        params: { id },
        query: { path },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
  const { data } = query;
  return (
    <Drawer open title={path} aria-label={path} onClose={onClose} size={720} destroyOnHidden>
      {data &&
        (data.is_binary ? (
          <p className="t2">{t('approvals.binary')}</p>
        ) : (
          <CommandText value={data.content} />
        ))}
      {!data && (query.error ? <Failed query={query} /> : <SkeletonRows rows={8} columns={1} />)}
    </Drawer>
  );
}
