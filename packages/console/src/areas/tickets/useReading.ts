import type { FormInstance } from 'antd';
import { useLayoutEffect, useState } from 'react';
import { useSession } from '../../platform/session/useSession.ts';
import { isAwaiting } from '../../resources/tickets/ticket/process.ts';
import type { AssetTicket } from '../../resources/tickets/ticket/ticket.ts';
import type { Grant } from './grant.ts';
import type { TicketDetail } from './TicketDetail.ts';

const stampOf = ({ date_updated, approval_step, state }: AssetTicket) =>
  [date_updated, approval_step.value, state.value].join();

/**
 * What a decision is based on: the shown grant and the sent values come from the same version of the ticket.
 */
export type Reading = {
  detail: TicketDetail;
  /** The grant was changed manually. */
  isEdited: boolean;
  /** The ticket changed under manual changes: the user decides when to start over. */
  isOutdated: boolean;
  markEdited: () => void;
  /** Ends manual changes: they were decided, or are discarded. */
  letGo: () => void;
};

/** Follows the reloaded ticket, except while the user has changed the grant. */
export const useReading = (detail: TicketDetail, form: FormInstance<Grant>): Reading => {
  const { profile } = useSession();
  const [row, setRow] = useState(detail.row);
  const [isEdited, setEdited] = useState(false);
  const isChanged = stampOf(detail.row) !== stampOf(row);
  const isOutdated = isChanged && isEdited && isAwaiting(detail.row, profile);
  if (detail.row !== row && !isOutdated) {
    setRow(detail.row);
    if (isChanged) setEdited(false);
  }
  const stamp = stampOf(row);
  const [drawn, setDrawn] = useState(stamp);
  useLayoutEffect(() => {
    if (stamp === drawn) return;
    setDrawn(stamp);
    form.resetFields();
  }, [stamp, drawn, form]);
  return {
    detail: { ...detail, row },
    isEdited,
    isOutdated,
    markEdited: () => setEdited(true),
    letGo: () => setEdited(false),
  };
};
