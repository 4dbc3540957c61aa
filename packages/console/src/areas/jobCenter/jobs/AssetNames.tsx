import { useTranslation } from 'react-i18next';
import { useRemoteOptions } from '../../../engine/select/useRemoteOptions.ts';
import { Dash } from '../../../theme/text/Dash.tsx';
import { MY_ASSETS } from './myAssets.ts';

/** Assets that are named; the others are counted. */
const NAMED = 12;

/** The assets of a job by their names; those that the user may no longer use keep their ids. */
export function AssetNames({ value }: { value: readonly string[] }) {
  const { t } = useTranslation('ops');
  const named = value.slice(0, NAMED);
  const remote = useRemoteOptions({ url: MY_ASSETS, search: '', chosen: named, isOpen: false });
  if (value.length === 0) return <Dash />;
  if (remote.isNaming) return null;
  const count = value.length - named.length;
  return (
    <div>
      {named.map((id) => (
        <div key={id}>{remote.labelOf(id) ?? id}</div>
      ))}
      {count > 0 && <div className="t3">{t('jobs.moreAssets', { count })}</div>}
    </div>
  );
}
