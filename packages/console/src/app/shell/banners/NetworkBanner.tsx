import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useStore } from '../../../platform/store.ts';
import { Banner } from './Banner.tsx';

/** Warns that the browser is offline, or that the server is slow to answer. */
export function NetworkBanner() {
  const { t } = useTranslation('shell');
  const { isOnline, isSlow } = useStore(usePlatform().network.store);
  if (isOnline && !isSlow) return null;
  const state = isOnline ? 'slow' : 'offline';
  return <Banner kind="warn" title={t(`network.${state}`)} detail={t(`network.${state}Text`)} />;
}
