const missing = new Set<HTMLLinkElement>();

// Errors of elements do not bubble.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target);
  },
  true,
);

const fetchAgain = (link: HTMLLinkElement) =>
  new Promise<void>((settled) => {
    const next = link.cloneNode() as HTMLLinkElement;
    next.onload = () => settled();
    next.onerror = () => settled();
    missing.delete(link);
    link.replaceWith(next);
  });

/** Fetches the style sheets that did not come: the bundler asks for each but once. Answers whether all are there. */
export const fetchMissingStyles = async (): Promise<boolean> => {
  await Promise.all([...missing].map(fetchAgain));
  return missing.size === 0;
};
