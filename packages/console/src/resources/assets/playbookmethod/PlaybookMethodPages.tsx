import { playbookMethodDetail } from '@gatehouse/contract/layouts/assets/playbookmethod.ts';
import type { playbookmethod } from '@gatehouse/contract/resources/assets/playbookmethod.ts';
import { CollapsedTags } from '../../../engine/cells/CollapsedTags.tsx';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import { CodeInput } from '../../../engine/fields/CodeInput.tsx';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { Card } from '../../../theme/state/Card.tsx';
import { ParamsInput } from './ParamsInput.tsx';

/** What a new method begins with; it gathers no facts, since those need Python on the asset. */
const starter = `- hosts: all
  gather_facts: false
  tasks:
    - raw: 'true'
`;

const formSlots: FormSlots<typeof playbookmethod> = {
  fields: {
    playbook: { component: CodeInput, wide: true },
    params: { component: ParamsInput, wide: true },
  },
  initial: { playbook: starter },
};

/** Creates or updates a method that is a playbook. */
export const PlaybookMethodFormPage = (props: ResourcePageProps) => (
  <ResourceFormPage {...props} slots={formSlots} />
);

const detailSlots: DetailSlots<typeof playbookmethod> = {
  layout: playbookMethodDetail,
  cells: {
    params: ({ value }) => <CollapsedTags items={(value ?? []).map(({ name }) => name)} />,
  },
  cards: ({ row, resource }) => (
    <Card title={resource.metas.playbook?.label}>
      <pre className="md" style={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {row.playbook}
      </pre>
    </Card>
  ),
};

/** A method that is a playbook, with all that it has. */
export const PlaybookMethodDetailPage = (props: ResourcePageProps) => (
  <ResourceDetailPage {...props} slots={detailSlots} />
);
