import dayjs from 'dayjs';
import { useEffect } from 'react';
import { useSession } from '../session/useSession.ts';
import { keepWatermark } from './keepWatermark.ts';

/** Name, username and time over the page, where the installation wants them. */
export function Watermark() {
  const { profile, settings } = useSession();
  const isWanted = settings.SECURITY_WATERMARK_ENABLED === true;
  const who = profile && `${profile.name}(${profile.username})`;
  useEffect(
    () => (isWanted && who ? keepWatermark(() => [who, dayjs().format('YYYY-MM-DD HH:mm')]) : undefined),
    [isWanted, who],
  );
  return null;
}
