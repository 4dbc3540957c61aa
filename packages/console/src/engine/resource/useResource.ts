import type { FieldMeta, ViewMeta } from '@gatehouse/contract/wire/options.ts';
import { useMetadata, usePlatform } from '../../platform/Platform.tsx';
import { useRouteMeta } from '../../platform/route/useRouteMeta.ts';
import { type ListAccess, listAccess } from '../../platform/session/listAccess.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { inSentence } from './inSentence.ts';
import { splitUrl, tableMetadataUrl } from './url.ts';

/** A resource as described by its OPTIONS, with the user's permissions. */
export type Resource = {
  url: string;
  /** Metadata of the fields that rows have in lists. */
  metas: Record<string, FieldMeta>;
  view: ViewMeta | undefined;
  /** Field that names a row. */
  label: string;
  /** Names of the resource within a sentence, singular and plural. */
  title: string;
  titles: string;
  access: ListAccess;
  isPending: boolean;
  error: unknown;
};

const NONE: Record<string, FieldMeta> = {};

const limited = (access: ListAccess, view: ViewMeta | undefined): ListAccess => {
  if (!view) return access;
  const has = (operation: ViewMeta['operations'][number]) => view.operations.includes(operation);
  return {
    ...access,
    canCreate: access.canCreate && has('create'),
    canClone: access.canClone && has('create'),
    canUpdate: access.canUpdate && has('update'),
    canDelete: access.canDelete && has('destroy'),
    canBulkDelete: access.canBulkDelete && has('destroy') && view.bulk,
    canBulkUpdate: access.canBulkUpdate && has('update') && view.bulk,
    hasImport: access.hasImport && view.transfer.import,
    hasExport: access.hasExport && view.transfer.export,
  };
};

/**
 * Loads the metadata of a list (or of another one that describes its rows) and determines the user's
 * permissions.
 */
export const useResource = (url: string, metadataUrl: string = url): Resource => {
  const { data, isPending, error } = useMetadata(tableMetadataUrl(metadataUrl));
  const { language } = usePlatform();
  const can = useCan();
  const { isRoot } = useSession();
  const { disableOrgsChange } = useRouteMeta();
  const view = data?.view;
  const access = listAccess({
    url: splitUrl(url).path,
    permissions: view?.permissions,
    can,
    isRoot,
    disableOrgsChange,
  });
  return {
    url,
    metas: data?.actions?.GET ?? NONE,
    view,
    label: view?.label ?? 'name',
    title: inSentence(view?.title ?? '', language),
    titles: inSentence(view?.titles ?? '', language),
    access: limited(access, view),
    isPending,
    error,
  };
};
