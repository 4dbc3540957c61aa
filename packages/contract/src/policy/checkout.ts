/** How far an exclusive check-out is: in use, or over while the secret is not yet changed. */
export const openCheckoutStates = ['held', 'changing', 'failed'] as const;

/** What is known of the check-outs of an account: whether it takes one to be used, and the one that is open. */
export type CheckoutFacts = {
  required: boolean;
  /** How long one may last. */
  minutes: number;
  open: {
    id: string;
    /** Id of the user who holds it, and what that user is called. */
    user: string | null;
    holder: string;
    state: (typeof openCheckoutStates)[number];
    until: Date;
    can_extend: boolean;
  } | null;
};

/** Why a check-out keeps a user from an account; `checked_out` means by another user. */
export const withholdings = ['checkout_needed', 'checked_out', 'changing', 'change_failed'] as const;

/** What keeps a user from an account, who holds it and until when. */
export type Withheld = { why: (typeof withholdings)[number]; holder: string; until: Date | null };
