import type { PageLoader } from '../../platform/route/RouteMeta.ts';
import type { DetailSlots } from '../detail/DetailSlots.ts';
import type { FormSlots } from '../form/FormSlots.ts';
import type { ListSlots } from '../list/ListSlots.ts';

/** The generic list with slots of its own: a page that differs by nothing else needs no component. */
export const listWith =
  (load: () => Promise<ListSlots>): PageLoader =>
  async () => {
    const [{ ResourceListPage }, slots] = await Promise.all([import('./ResourceListPage.tsx'), load()]);
    return (props) => <ResourceListPage {...props} slots={slots} />;
  };

/** The generic detail with slots of its own. */
export const detailWith =
  (load: () => Promise<DetailSlots>): PageLoader =>
  async () => {
    const [{ ResourceDetailPage }, slots] = await Promise.all([import('./ResourceDetailPage.tsx'), load()]);
    return (props) => <ResourceDetailPage {...props} slots={slots} />;
  };

/** The generic form with slots of its own. */
export const formWith =
  (slots: FormSlots): PageLoader =>
  async () => {
    const { ResourceFormPage } = await import('./ResourceFormPage.tsx');
    return (props) => <ResourceFormPage {...props} slots={slots} />;
  };
