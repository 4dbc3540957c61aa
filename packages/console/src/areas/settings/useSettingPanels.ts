import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';

/** The panels of settings that the user may read; not asked for unless `isWanted`. */
export const useSettingPanels = (isWanted = true) => {
  const http = useHttp();
  return useQuery({
    queryKey: ['settingPanels'],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/panels/', { signal, disableFlashErrorMsg: true }),
  });
};
