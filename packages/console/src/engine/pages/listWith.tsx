import type { PageLoader } from '../../platform/route/RouteMeta.ts';
import type { DetailSlots } from '../detail/DetailSlots.ts';
import type { FormSlots } from '../form/FormSlots.ts';
import type { ListSlots } from '../list/ListSlots.ts';

/** The generic list page with these slots, for resources that need no page component of their own. */
export const listWith =
  (load: () => Promise<ListSlots>): PageLoader =>
  async () => {
    const [{ ResourceListPage }, slots] = await Promise.all([import('./ResourceListPage.tsx'), load()]);
    return (props) => <ResourceListPage {...props} slots={slots} />;
  };

/** The generic detail page with these slots. */
export const detailWith =
  (load: () => Promise<DetailSlots>): PageLoader =>
  async () => {
    const [{ ResourceDetailPage }, slots] = await Promise.all([import('./ResourceDetailPage.tsx'), load()]);
    return (props) => <ResourceDetailPage {...props} slots={slots} />;
  };

/** The generic form page with these slots. */
export const formWith =
  (slots: FormSlots): PageLoader =>
  async () => {
    const { ResourceFormPage } = await import('./ResourceFormPage.tsx');
    return (props) => <ResourceFormPage {...props} slots={slots} />;
  };
