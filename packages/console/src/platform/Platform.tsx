import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { QueryClientProvider, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Platform } from './createPlatform.ts';
import type { Http } from './http/http.ts';
import { metadataQuery } from './metadata/metadata.ts';

const PlatformContext = createContext<Platform | undefined>(undefined);

/** Gives the page access to the platform, the translator and the cache. */
export function PlatformProvider({ platform, children }: { platform: Platform; children: ReactNode }) {
  return (
    <PlatformContext value={platform}>
      <I18nextProvider i18n={platform.i18n}>
        <QueryClientProvider client={platform.queryClient}>{children}</QueryClientProvider>
      </I18nextProvider>
    </PlatformContext>
  );
}

/** The platform of this page. */
export const usePlatform = (): Platform => {
  const platform = useContext(PlatformContext);
  if (!platform) throw new Error('PlatformProvider is missing');
  return platform;
};

/** The REST client. */
export const useHttp = (): Http => usePlatform().http;

/** OPTIONS of a URL from the shared cache; no request while `url` is undefined. */
export const useMetadata = (url: string | undefined): UseQueryResult<OptionsBody> => {
  const { http } = usePlatform();
  return useQuery({ ...metadataQuery(http, url ?? ''), enabled: url !== undefined });
};
