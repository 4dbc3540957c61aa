import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';

/** The panels of settings that the user may read. */
export const useSettingPanels = () => {
  const http = useHttp();
  return useQuery({
    queryKey: ['settingPanels'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/panels/', { signal, disableFlashErrorMsg: true }),
  });
};
