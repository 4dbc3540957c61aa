import type { adhoc } from '@gatehouse/contract/resources/ops/adhoc.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { createdByCaller, ownTemplates } from '../ownTemplates.ts';

/** Command templates: each user's own. */
export const commandTemplateBehaviour = (): Behaviour<typeof adhoc> => ({
  visibleTo: ownTemplates,
  beforeWrite: createdByCaller,
});
