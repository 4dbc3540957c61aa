import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import type { Behaviour, Row } from '../../engine/resource.ts';

/** What tickets that a rule opens have in common: like requests, they send their applicant as a string. */
export const confirmationBehaviour = (base: Behaviour<typeof ticket>) => ({
  ...base,
  computed: {
    ...base.computed,
    applicant: (rows: Pick<Row<typeof ticket>, 'rel_snapshot'>[]) =>
      rows.map((row) => row.rel_snapshot.applicant ?? ''),
  },
  describe: ({ applicant }: { applicant?: { type?: string } }) => {
    if (applicant) applicant.type = 'string';
  },
});
