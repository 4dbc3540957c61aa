/** Query parameter of the form of a new playbook: where its files come from. */
export const ORIGIN = 'origin';
