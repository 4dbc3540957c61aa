import StarFilled from '@ant-design/icons/StarFilled';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { AssetIcon } from '../../theme/icon/AssetIcon.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { useFavorites } from '../grantedAssets/useFavorites.ts';
import { ConnectButton } from './ConnectButton.tsx';
import styles from './home.module.css';
import { accountName } from './session.ts';
import { type OpenAsset, type OwnSession, useAssetsById, useOwnSessions } from './useHome.ts';

const MOST = 8;

/**
 * Up to eight of the user's favourite assets, each with the account last used, if the asset is among those of
 * the latest sessions.
 */
export function Favorites({ mayConnect }: { mayConnect: boolean }) {
  const { t } = useTranslation('areas');
  const names = useRouteNames();
  const favorites = useFavorites();
  const { data: sessions = [] } = useOwnSessions();
  const assets = useAssetsById(favorites.ids.slice(0, MOST));
  return (
    <section aria-labelledby="home-favorites">
      <header className={styles.sectionHead}>
        <h2 id="home-favorites">{t('home.favorites')}</h2>
        <Link to={names.path('MyAssets') ?? '/'}>{t('home.allAssets')}</Link>
      </header>
      {assets.length === 0 ? (
        <p className={styles.none}>{t('home.noFavorites')}</p>
      ) : (
        <ul className={styles.favorites}>
          {assets.map((asset) => (
            <FavoriteCard
              key={asset.id}
              asset={asset}
              last={sessions.find((session) => session.asset_id === asset.id)}
              mayConnect={mayConnect}
              onDrop={() => favorites.toggle(asset.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function FavoriteCard(props: {
  asset: OpenAsset;
  last: OwnSession | undefined;
  mayConnect: boolean;
  onDrop: () => Promise<void>;
}) {
  const { asset, last } = props;
  const { t } = useTranslation('areas');
  const { currentOrg } = useSession();
  return (
    <li className={styles.favorite}>
      <span className={styles.favoriteName}>
        <AssetIcon type={asset.type?.value} category={asset.category?.value} />
        <b className="ell" title={asset.name}>
          {asset.name}
        </b>
        <IconButton
          icon={<StarFilled aria-hidden style={{ color: 'var(--brass)' }} />}
          tip={t('home.unstar', { name: asset.name })}
          size={24}
          onClick={() => void props.onDrop()}
        />
      </span>
      <span className={`${styles.favoriteFacts} ell`}>
        <Mono>{asset.address}</Mono> · {last?.protocol ?? asset.type?.label}
      </span>
      <span className={styles.favoriteFoot}>
        <span className="ell">{last && <As account={accountName(last)} />}</span>
        {props.mayConnect && asset.is_active !== false && (
          <ConnectButton
            hasIcon
            name={asset.name}
            target={{
              asset: asset.id,
              orgId: asset.org_id || currentOrg?.id,
              ...(last && { account: last.account_id }),
            }}
          />
        )}
      </span>
    </li>
  );
}

function As({ account }: { account: string }) {
  const { t } = useTranslation('areas');
  return (
    <span className="sm t2">
      {t('home.as')} <Mono>{account}</Mono>
    </span>
  );
}
