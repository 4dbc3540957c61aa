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
 * The version of the ticket that a decision is based on: both the shown grant and the sent values come from
 * it.
 */
export type Reading = {
  detail: TicketDetail;
  /** The user has changed the grant in the form. */
  isEdited: boolean;
  /** The ticket changed after the user had changed the grant: the user decides when to start over. */
  isOutdated: boolean;
  markEdited: () => void;
  /** Lets go of the user's changes, because they have been decided on or are discarded. */
  letGo: () => void;
};

/** Follows the reloaded ticket, unless the user is to decide it and has changed the grant. */
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
