import { screen } from '@testing-library/react';

/** The value shown with this label. */
export const factShown = async (label: string): Promise<HTMLElement> =>
  (await screen.findByText(label, { selector: 'dt' })).nextElementSibling as HTMLElement;

/** The labels and values shown in the dialogs or, if there are none, in the page; in order. */
export const factsShown = (): [label: string | null, value: string | null | undefined][] => {
  const inDialogs = [...document.querySelectorAll('[role=dialog] dt')];
  return (inDialogs.length > 0 ? inDialogs : [...document.querySelectorAll('dt')]).map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ]);
};
